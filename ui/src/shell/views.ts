import type { Component } from 'svelte';
import type { Key } from '../lib/texts';
import type { IconName } from '../parts/Icon.svelte';
import Agents from '../views/Agents.svelte';
import Conversations from '../views/Conversations.svelte';
import Lab from '../views/Lab.svelte';
import Memories from '../views/Memories.svelte';
import Operations from '../views/Operations.svelte';
import People from '../views/People.svelte';
import Review from '../views/Review.svelte';
import Settings from '../views/Settings.svelte';

export type View = {
  path: string; // the first piece of its address
  title: Key;
  icon: IconName;
  component: Component;
  ofUser: boolean; // whether it shows somebody's memory
};

// views are all there are, in the order of the navigation.
export const views: View[] = [
  { path: '', title: 'shell.memories', icon: 'memories', component: Memories, ofUser: true },
  { path: 'review', title: 'shell.review', icon: 'review', component: Review, ofUser: true },
  { path: 'conversations', title: 'shell.conversations', icon: 'conversations', component: Conversations, ofUser: false },
  { path: 'people', title: 'shell.people', icon: 'people', component: People, ofUser: false },
  { path: 'agents', title: 'shell.agents', icon: 'agents', component: Agents, ofUser: false },
  { path: 'operations', title: 'shell.operations', icon: 'operations', component: Operations, ofUser: false },
  { path: 'lab', title: 'shell.lab', icon: 'lab', component: Lab, ofUser: true },
  { path: 'settings', title: 'shell.settings', icon: 'settings', component: Settings, ofUser: false },
];

export const viewAt = (path = '') => views.find((view) => view.path === path);
