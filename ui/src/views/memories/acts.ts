import { api } from '../../api/client';
import type { Change, Memory, MemoryEdit, Statement } from '../../api/schema';
import { known, t, type Key } from '../../lib/texts';
import { toasts } from '../../lib/toasts.svelte';

const top = 100; // the priority of what is pinned
const usual = 80;

export const isPinned = (memory: Memory) => memory.priority >= top;
export const isAlive = (memory: Memory) => memory.status === 'active' || memory.status === 'pending';

// brief is enough of a text to know it by.
export const brief = (text: string) => (text.length > 70 ? `${text.slice(0, 68).trimEnd()}…` : text);

// lastChange is the newest change of a memory by one of these operations, so that exactly that one can be taken back.
export async function lastChange(id: string, ...operations: string[]): Promise<Change | undefined> {
  const { items } = await api.get('/api/v1/memories/{id}/history', { path: { id } });
  return items.findLast((change) => !operations.length || operations.includes(change.operation));
}

export const takeBack = (change: Change) => api.post('/api/v1/changes/{id}/undo', { path: { id: change.id } });

// tell says what was done, with a way to take exactly that back.
export async function tell(says: Key, memory: Memory, ...operations: string[]) {
  const change = await lastChange(memory.id, ...operations).catch(() => undefined);
  toasts.say(t(says, { what: brief(memory.content) }), change && (() => takeBack(change)));
}

export async function edit(memory: Memory, changes: MemoryEdit) {
  const after = await api.patch('/api/v1/memories/{id}', { path: { id: memory.id }, body: changes });
  await tell('memories.edited', after, 'edit');
  return after;
}

export async function pin(memory: Memory) {
  const pinned = isPinned(memory);
  const after = await api.patch('/api/v1/memories/{id}', { path: { id: memory.id }, body: { priority: pinned ? usual : top } });
  await tell(pinned ? 'memories.unpinned_it' : 'memories.pinned_it', after, 'edit');
  return after;
}

export async function forget(memory: Memory) {
  await api.delete('/api/v1/memories/{id}', { path: { id: memory.id } });
  await tell('memories.deleted', memory, 'delete');
}

export async function callIncorrect(memory: Memory, reason: string) {
  await api.post('/api/v1/memories/{id}/incorrect', { path: { id: memory.id }, body: reason ? { reason } : {} });
  await tell('memories.called_incorrect', memory, 'incorrect', 'reject', 'delete');
}

export async function undoLast(memory: Memory) {
  await api.post('/api/v1/memories/{id}/undo', { path: { id: memory.id } });
  toasts.say(t('memories.taken_back', { what: brief(memory.content) }));
}

export async function state(statement: Statement) {
  const decision = await api.post('/api/v1/memories', { body: statement });
  const text = known('memories', 'did', decision.operation).replace('{what}', () => brief(decision.memory.content));
  const changed = decision.operation !== 'NOOP';
  const change = changed ? await lastChange(decision.memory.id).catch(() => undefined) : undefined;
  toasts.say(text, change && (() => takeBack(change)));
  return decision;
}
