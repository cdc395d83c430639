import type { Change, Memory } from '../../api/schema';

export type FieldChange = { field: keyof Memory; before: string; after: string };

// What people call a change of a memory; the rest is counted or follows from it.
const told: (keyof Memory)[] = ['type', 'category', 'subject', 'key', 'question', 'confidence', 'importance', 'priority', 'tags', 'expiry', 'expires_at', 'status', 'scope', 'agent'];

const write = (value: unknown) => (Array.isArray(value) ? value.join(', ') : typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(2) : String(value ?? ''));

// fieldsOf are the fields, besides the text, in which a change made a difference.
export function fieldsOf({ before, after }: Change): FieldChange[] {
  if (!before || !after) return [];
  return told.map((field) => ({ field, before: write(before[field]), after: write(after[field]) })).filter((one) => one.before !== one.after);
}

export const textChanged = ({ before, after }: Change) => !!before && !!after && before.content !== after.content;
