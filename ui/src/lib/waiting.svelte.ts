import { api } from '../api/client';
import { session } from './session.svelte';

// Waiting counts what waits for a person, for the badge in the navigation.
class Waiting {
  count = $state(0);
  more = $state(false); // there is more than was counted

  async look() {
    const user = session.user;
    if (!user) return;
    const page = await api.get('/api/v1/memories', { query: { user, status: 'pending', limit: 100 } }).catch(() => undefined);
    if (!page || user !== session.user) return;
    this.count = page.items.length;
    this.more = !!page.next;
  }
}

export const waiting = new Waiting();
