import { api } from '../../api/client';
import type { UserSummary } from '../../api/schema';
import { session } from '../../lib/session.svelte';

// Everybody of whom something is known, as far as we may ask.
class People {
  items = $state.raw<UserSummary[]>([]);
  ready = $state(false);

  load = async () => {
    try {
      this.items = (await api.get('/api/v1/users')).items;
    } catch {
      const may = session.who.users?.length ? session.who.users : [session.who.user ?? ''];
      if (!this.ready) this.items = may.filter(Boolean).map((user) => ({ user, conversations: 0, memories: 0 }));
    }
    this.ready = true;
  };
}

export const people = new People();
