import agents from '../texts/agents';
import conversations from '../texts/conversations';
import lab from '../texts/lab';
import memories from '../texts/memories';
import operations from '../texts/operations';
import parts from '../texts/parts';
import people from '../texts/people';
import review from '../texts/review';
import settingsTexts from '../texts/settings';
import shell from '../texts/shell';
import { settings } from './settings.svelte';

const all = { agents, conversations, lab, memories, operations, parts, people, review, settings: settingsTexts, shell };

type All = typeof all;
export type Key = { [V in keyof All]: `${V}.${keyof All[V]['en'] & string}` }[keyof All];
export type Values = Record<string, string | number>;

// t says something in the language that was chosen. {name} stands for a value, and
// {n|memory|memories} for one of two words, by number.
export function t(key: Key, values: Values = {}): string {
  const [view, name] = key.split('.') as [keyof All, string];
  const texts = all[view][settings.language] as Record<string, string>;
  return (texts[name] ?? key).replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, value: string, one?: string, many?: string) =>
    one === undefined ? String(values[value] ?? '') : String(Number(values[value]) === 1 ? one : many),
  );
}

// known is t for words that come from the server, such as a status: those without a text are shown as they are.
export function known(view: keyof All, prefix: string, word: string): string {
  const name = `${prefix}_${word}`;
  return (all[view][settings.language] as Record<string, string>)[name] ?? word.replaceAll('_', ' ');
}
