// What happens on the server, as it happens: one stream for the whole page.

export type Event = { kind: string; user?: string; conversation?: string };
type Listener = { kinds: string[]; tell: (event: Event) => void };

class Live {
  connected = $state(true);
  #listeners = new Set<Listener>();
  #stream: EventSource | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pause = 1000;
  #lost = false; // whether something may have happened that we were not told

  // on calls back at events of these kinds, and whenever anything may have happened: when more did than the
  // server could tell ("everything"), and after a time without it ("back"). It gives the function that ends it, for $effect.
  on(kinds: string | string[], tell: (event: Event) => void): () => void {
    const listener = { kinds: [kinds].flat(), tell };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start() {
    this.stop();
    const stream = (this.#stream = new EventSource('/api/v1/events'));
    stream.onopen = () => this.#arrive();
    stream.onmessage = (message) => this.#tell(JSON.parse(message.data));
    stream.onerror = () => this.#lose();
  }

  stop() {
    clearTimeout(this.#retry);
    this.#stream?.close();
    this.#stream = undefined;
  }

  #arrive() {
    this.#pause = 1000;
    this.connected = true;
    if (!this.#lost) return;
    this.#lost = false;
    this.#tell({ kind: 'back' });
  }

  // #lose tries again by itself: EventSource gives up at some errors, and says nothing about which.
  #lose() {
    this.stop();
    this.#lost = true;
    this.#retry = setTimeout(async () => {
      const there = await fetch('/healthz').then(
        (answer) => answer.ok,
        () => false,
      );
      if (!there) this.connected = false;
      this.start();
    }, this.#pause);
    this.#pause = Math.min(this.#pause * 1.5, 5000);
  }

  #tell(event: Event) {
    for (const { kinds, tell } of [...this.#listeners]) {
      if (event.kind === 'back' || event.kind === 'everything' || kinds.includes('*') || kinds.includes(event.kind)) tell(event);
    }
  }
}

export const live = new Live();
