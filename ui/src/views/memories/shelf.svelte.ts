import { aborted, api } from '../../api/client';
import type { Memory } from '../../api/schema';

// Hit is a memory, and how well it matches where something was searched for.
export type Hit = Memory & { score?: number; explain?: Record<string, number> };

export type Filters = { user: string; q: string; agent: string; category: string; type: string; status: string; tag: string; origin: string };

const firstPage = 60;
const laterPages = 500;
const mostSearched = 2000; // of memories that are not active, which are searched here

// Shelf holds the memories that are shown, however many have been loaded of them.
export class Shelf {
  items = $state.raw<Hit[]>([]);
  loaded = $state(false); // for what is asked for now
  of = $state(''); // the question that items answer
  error = $state('');
  next = $state('');
  #asked: AbortController | undefined;
  #filters: Filters | undefined;
  #plain: Hit[] = []; // what was listed last, before something was searched for
  #more = false;

  // show looks for what is asked for. An answer that is overtaken by the next question is not shown.
  async show(filters: Filters) {
    if (this.#filters?.user !== filters.user) this.items = this.#plain = [];
    this.#filters = filters;
    this.#asked?.abort();
    const { signal } = (this.#asked = new AbortController());
    try {
      const found = await this.#find(filters, signal);
      this.items = found.items;
      this.of = JSON.stringify(filters);
      if (!filters.q) this.#plain = found.items;
      this.next = found.next;
      this.error = '';
      this.loaded = true;
    } catch (error) {
      if (!aborted(error)) this.error = (error as Error).message;
    }
  }

  // more loads what comes after; rows keep their places.
  async more() {
    if (this.#more || !this.next || !this.#filters) return;
    this.#more = true;
    const asked = this.#asked;
    try {
      const page = await this.#list(this.#filters, this.next, laterPages, asked?.signal);
      if (asked !== this.#asked) return;
      this.items = [...this.items, ...page.items];
      this.next = page.next;
    } catch (error) {
      if (!aborted(error)) this.error = (error as Error).message;
    } finally {
      this.#more = false;
    }
  }

  // refresh takes in what changed since, without letting go of what was loaded further down.
  async refresh() {
    const filters = this.#filters;
    if (!filters) return;
    if (filters.q || this.items.length <= firstPage || !this.loaded) return this.show(filters);
    const asked = this.#asked;
    const page = await this.#list(filters, '', Math.min(laterPages, this.items.length), asked?.signal).catch(() => undefined);
    if (!page || asked !== this.#asked) return;
    const fresh = new Set(page.items.map((one) => one.id));
    const last = this.items.findIndex((one) => one.id === page.items.at(-1)?.id);
    const rest = last < 0 ? [] : this.items.slice(last + 1).filter((one) => !fresh.has(one.id));
    this.items = [...page.items, ...rest];
    if (!rest.length) this.next = page.next;
  }

  // put shows a memory as it is now, where it is shown.
  put(memory: Memory) {
    this.items = this.items.map((one) => (one.id === memory.id ? { ...one, ...memory } : one));
  }

  async #find(filters: Filters, signal: AbortSignal): Promise<{ items: Hit[]; next: string }> {
    if (!filters.q) return this.#list(filters, '', firstPage, signal);
    if (filters.status !== 'active') return { items: await this.#searchHere(filters, signal), next: '' };
    const narrow = filters.category || filters.tag || filters.origin || filters.agent;
    const [recalled, listed] = await Promise.all([
      api.post('/api/v1/recall', { body: { user: filters.user, query: filters.q, types: filters.type ? [filters.type] : undefined, limit: 200, turns: 0, budget: 0, explain: true, look: true }, signal }),
      narrow ? api.get('/api/v1/memories', { query: { ...narrowed(filters), q: filters.q, limit: 500 }, signal }) : { items: [] },
    ]);
    const scored: Hit[] = recalled.memories.filter((one) => wanted(one, filters));
    // A word that is still being typed is no word yet: what begins with it is found among what was listed.
    const typed = this.#plain.filter((one) => one.status === 'active' && wanted(one, filters) && says(one, filters.q));
    const all = new Map([...typed, ...listed.items, ...scored].map((one): [string, Hit] => [one.id, one]));
    for (const one of scored) all.delete(one.id);
    return { items: [...scored, ...all.values()], next: '' };
  }

  #list(filters: Filters, cursor: string, limit: number, signal?: AbortSignal) {
    return api.get('/api/v1/memories', { query: { ...narrowed(filters), cursor, limit }, signal });
  }

  // #searchHere looks for words in memories that recall knows nothing of any more.
  async #searchHere(filters: Filters, signal: AbortSignal): Promise<Hit[]> {
    const found: Hit[] = [];
    let cursor = '';
    let seen = 0;
    do {
      const page = await this.#list(filters, cursor, laterPages, signal);
      found.push(...page.items.filter((one) => says(one, filters.q)));
      seen += page.items.length;
      cursor = page.next;
    } while (cursor && seen < mostSearched);
    return found;
  }
}

function narrowed({ q: _, ...filters }: Filters) {
  return filters as Omit<Filters, 'q' | 'status' | 'origin'> & { status: 'active'; origin: 'core' };
}

function wanted(one: Memory, f: Filters) {
  return (!f.type || one.type === f.type) && (!f.category || one.category === f.category) && (!f.tag || one.tags?.includes(f.tag)) && (!f.origin || one.origin === f.origin) && (!f.agent || one.agent === f.agent);
}

// says reports that a memory has all the words in it, or what begins like them.
function says(one: Memory, q: string) {
  const text = `${one.content} ${one.question ?? ''} ${one.subject ?? ''} ${one.key ?? ''}`.toLowerCase();
  return q.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}
