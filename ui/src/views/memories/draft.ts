import type { Memory, MemoryEdit, Statement } from '../../api/schema';

// Draft is a memory while somebody writes it.
export type Draft = { content: string; origin: 'explicit' | 'core'; category: string; type: string; key: string; subject: string; tags: string; importance: number | null; confidence: number; priority: number };

export const blank: Draft = { content: '', origin: 'explicit', category: '', type: 'fact', key: '', subject: '', tags: '', importance: null, confidence: 95, priority: 80 };

export const draftOf = (memory: Memory): Draft => ({
  content: memory.content,
  origin: memory.origin === 'core' ? 'core' : 'explicit',
  category: memory.category ?? '',
  type: memory.type,
  key: memory.key ?? '',
  subject: memory.subject ?? '',
  tags: (memory.tags ?? []).join(', '),
  importance: memory.importance ?? null,
  confidence: Math.round((memory.confidence ?? 0.95) * 100),
  priority: memory.priority,
});

const list = (tags: string) => tags.split(/[,，]/).map((tag) => tag.trim()).filter(Boolean);

// editOf is only what was changed, so that what somebody else changed meanwhile stays.
export function editOf(before: Draft, after: Draft): MemoryEdit {
  const edit: MemoryEdit = {};
  for (const field of ['content', 'category', 'type', 'subject', 'priority'] as const) {
    if (after[field] !== before[field]) Object.assign(edit, { [field]: typeof after[field] === 'string' ? after[field].trim() : after[field] });
  }
  if (after.importance !== before.importance && after.importance !== null) edit.importance = after.importance;
  if (after.confidence !== before.confidence) edit.confidence = after.confidence / 100;
  if (list(after.tags).join('\n') !== list(before.tags).join('\n')) edit.tags = list(after.tags);
  return edit;
}

export const statementOf = (user: string, draft: Draft): Statement => ({
  user,
  content: draft.content.trim(),
  origin: draft.origin,
  type: draft.type.trim() || undefined,
  category: draft.category || undefined,
  key: draft.key.trim() || undefined,
  tags: list(draft.tags),
  importance: draft.importance ?? undefined,
  confidence: draft.confidence / 100,
  priority: draft.priority,
});
