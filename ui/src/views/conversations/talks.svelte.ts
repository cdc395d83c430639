import { SvelteSet } from 'svelte/reactivity';
import { aborted, api } from '../../api/client';
import type { ConversationSummary } from '../../api/schema';

// Talks is the list of a user's conversations, or of those that match what is looked for.
class Talks {
  items = $state.raw<ConversationSummary[]>([]);
  user = '';
  query = '';
  next = $state('');
  ready = $state(false);
  error = $state('');
  sent = new SvelteSet<string>(); // messages that were sent from here, whose way is shown
  #asked: AbortController | undefined;

  // show lists somebody's conversations; asking for the same again looks whether something changed.
  async show(user: string, query: string) {
    const same = user === this.user && query === this.query;
    if (user !== this.user) {
      this.ready = false;
      this.items = [];
    }
    this.user = user;
    this.query = query;
    const limit = same ? Math.min(500, Math.max(50, this.items.length)) : 50;
    await this.#ask({ user, q: query, limit }, (items) => items);
  }

  async more() {
    if (!this.next) return;
    const cursor = this.next;
    this.next = '';
    const known = new Set(this.items.map((one) => one.id));
    await this.#ask({ user: this.user, cursor, limit: 100 }, (items) => [...this.items, ...items.filter((one) => !known.has(one.id))]);
  }

  refresh = () => this.show(this.user, this.query);

  async #ask(query: { user: string; q?: string; cursor?: string; limit: number }, put: (items: ConversationSummary[]) => ConversationSummary[]) {
    this.#asked?.abort();
    const asked = (this.#asked = new AbortController());
    try {
      const page = await api.get('/api/v1/conversations', { query, signal: asked.signal });
      this.items = put(page.items);
      this.next = page.next;
      this.error = '';
    } catch (error) {
      if (aborted(error)) return;
      this.error = (error as Error).message;
    }
    this.ready = true;
  }
}

export const talks = new Talks();

// nameOf is what a conversation is called: its title, or else how it begins.
export const nameOf = (one: { title?: string; begins?: string; id: string }) => one.title || one.begins?.replace(/\s+/g, ' ').trim() || one.id;
