import { aborted } from '../../api/client';

type Page<T> = { items: T[]; next: string };
type Ask<T> = (cursor: string, limit: number, signal: AbortSignal) => Promise<Page<T>>;

const step = 30;

// Queue is a list that somebody works through. What is being read stays where it is: what arrives meanwhile is
// counted, and shown when they say so.
export class Queue<T> {
  items = $state.raw<T[]>([]);
  loaded = $state(false);
  error = $state('');
  next = $state('');
  news = $state.raw<T[]>([]); // what came since
  settled = $state.raw<ReadonlySet<string>>(new Set()); // what somebody else decided since
  #asked: AbortController | undefined;
  #more = false;

  constructor(
    readonly id: (item: T) => string,
    private ask: Ask<T>,
  ) {}

  async load() {
    const signal = this.#begin();
    try {
      const page = await this.ask('', step, signal);
      this.items = page.items;
      this.next = page.next;
      this.news = [];
      this.settled = new Set();
      this.error = '';
      this.loaded = true;
    } catch (error) {
      if (!aborted(error)) this.error = (error as Error).message;
    }
  }

  async more(limit = step) {
    if (this.#more || !this.next) return;
    this.#more = true;
    const asked = this.#asked;
    try {
      const page = await this.ask(this.next, limit, asked!.signal);
      if (asked !== this.#asked) return;
      const have = new Set(this.items.map(this.id));
      this.items = [...this.items, ...page.items.filter((item) => !have.has(this.id(item)))];
      this.next = page.next;
    } finally {
      this.#more = false;
    }
  }

  // peek looks what changed, and leaves the list as it is.
  async peek() {
    if (!this.loaded || this.error || !this.items.length) return this.load();
    const asked = this.#asked;
    const limit = Math.min(500, this.items.length + step);
    const page = await this.ask('', limit, asked!.signal).catch(() => undefined);
    if (!page || asked !== this.#asked) return;
    const have = new Set(this.items.map(this.id));
    const there = new Set(page.items.map(this.id));
    const last = page.items.findLastIndex((item) => have.has(this.id(item)));
    this.news = page.items.filter((item, n) => !have.has(this.id(item)) && (n < last || !this.next));
    const seen = page.next ? this.items.slice(0, this.items.findIndex((item) => this.id(item) === this.id(page.items.at(-1)!)) + 1) : this.items;
    this.settled = new Set(seen.map(this.id).filter((id) => !there.has(id)));
  }

  // take puts what came since before the rest.
  take() {
    this.items = [...this.news, ...this.items.filter((item) => !this.settled.has(this.id(item)))];
    this.news = [];
    this.settled = new Set();
  }

  drop(ids: Iterable<string>) {
    const gone = new Set(ids);
    this.items = this.items.filter((item) => !gone.has(this.id(item)));
  }

  put(item: T) {
    this.items = this.items.map((one) => (this.id(one) === this.id(item) ? item : one));
  }

  #begin() {
    this.#asked?.abort();
    return (this.#asked = new AbortController()).signal;
  }
}
