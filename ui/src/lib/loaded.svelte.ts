// Loaded is something of the server's that is looked at again when it may have changed. Who asks
// often gets it once in a while; an answer that was overtaken by a newer question is dropped.
export class Loaded<T> {
  value = $state.raw<T>();
  error = $state('');
  busy = $state(false);
  #asked = 0;
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ask: () => Promise<T>,
    private readonly pause = 1000,
  ) {}

  async look() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#last = Date.now();
    const mine = ++this.#asked;
    this.busy = true;
    try {
      const value = await this.ask();
      if (mine !== this.#asked) return;
      this.value = value;
      this.error = '';
    } catch (problem) {
      if (mine === this.#asked) this.error = (problem as Error).message;
    } finally {
      if (mine === this.#asked) this.busy = false;
    }
  }

  // soon looks again, at most once in each pause.
  soon() {
    this.#timer ??= setTimeout(() => this.look(), Math.max(0, this.#last + this.pause - Date.now()));
  }

  forget() {
    clearTimeout(this.#timer);
    this.#asked++;
  }
}
