import { untrack } from 'svelte';
import type { Key } from './texts';

export type Shortcut = { keys: string[]; says: Key; run: (event: KeyboardEvent) => void };

// Keys knows which shortcuts are in force, runs them, and lists them for the help.
class Keys {
  lists = $state.raw<Shortcut[][]>([]);

  // add puts shortcuts in force until the function that it gives is called, for $effect.
  add(shortcuts: Shortcut[]): () => unknown {
    untrack(() => (this.lists = [...this.lists, shortcuts]));
    return () => untrack(() => (this.lists = this.lists.filter((list) => list !== shortcuts)));
  }

  press(event: KeyboardEvent) {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || busy(event.target)) return;
    for (const list of [...this.lists].reverse()) {
      const hit = list.find((shortcut) => shortcut.keys.includes(event.key));
      if (hit) {
        event.preventDefault();
        hit.run(event);
        return;
      }
    }
  }
}

// busy says that keys belong to what has the focus: somebody writes, or a dialog asks something.
function busy(target: EventTarget | null) {
  const at = target as HTMLElement | null;
  return document.querySelector('dialog[open]') !== null || !!at?.closest?.('input:not([type=checkbox]), textarea, select, [contenteditable=true]');
}

export const keys = new Keys();
