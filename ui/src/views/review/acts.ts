import { api } from '../../api/client';
import type { Change, Judgements, Memory, MemoryEdit, Rejection } from '../../api/schema';
import { t } from '../../lib/texts';
import { toasts } from '../../lib/toasts.svelte';
import { brief, lastChange, takeBack, tell } from '../memories/acts';

export async function approve(memory: Memory, edit: MemoryEdit = {}) {
  await api.post('/api/v1/memories/{id}/approve', { path: { id: memory.id }, body: edit });
  await tell('review.approved', { ...memory, content: edit.content ?? memory.content }, 'approve');
}

export async function reject(memory: Memory) {
  await api.post('/api/v1/memories/{id}/reject', { path: { id: memory.id }, body: {} });
  await tell('review.rejected', memory, 'reject');
}

// judge decides on many at once; its undo takes back exactly those decisions.
export async function judge(user: string, ids: string[], decision: Judgements['decision']): Promise<string[]> {
  const answer = await api.post('/api/v1/memories/review', { body: { ids, decision } });
  const failed = new Set(answer.failed.map((one) => one.id));
  const done = ids.filter((id) => !failed.has(id));
  const changes = await changesOf(user, done, decision).catch(() => []);
  if (done.length) {
    toasts.say(t(decision === 'approve' ? 'review.approved_n' : 'review.rejected_n', { n: done.length }), changes.length === done.length ? () => takeAllBack(changes) : undefined);
  }
  if (failed.size) toasts.fail(t('review.failed_n', { n: failed.size, reason: answer.failed[0]!.reason }));
  return done;
}

// changesOf finds the decisions that were just made, among what changed of late.
async function changesOf(user: string, ids: string[], operation: string): Promise<Change[]> {
  const wanted = new Set(ids);
  const found: Change[] = [];
  let cursor = '';
  do {
    const page = await api.get('/api/v1/changes', { query: { user, cursor, limit: 500 } });
    for (const change of page.items) {
      if (change.operation === operation && wanted.delete(change.memory)) found.push(change);
    }
    cursor = page.next;
  } while (cursor && wanted.size && found.length);
  return found;
}

async function takeAllBack(changes: Change[]) {
  for (const change of changes) await takeBack(change); // the newest first, as they lean on each other
}

export async function restore(rejection: Rejection) {
  const decision = await api.post('/api/v1/rejections/{id}/restore', { path: { id: rejection.id } });
  const change = await lastChange(decision.memory.id).catch(() => undefined);
  toasts.say(t('review.restored_it', { what: brief(rejection.candidate.content) }), change && (() => takeBack(change)));
}
