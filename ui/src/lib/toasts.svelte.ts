import { t } from './texts';

export type Toast = { id: number; text: string; bad: boolean; undo?: () => Promise<unknown> };

class Toasts {
  shown = $state<Toast[]>([]);
  undone = $state(0); // how often something was taken back; whoever shows it looks again
  #last = 0;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  // say shows a sentence for a while; undo takes back exactly what the sentence names.
  say(text: string, undo?: () => Promise<unknown>) {
    this.#add({ id: ++this.#last, text, bad: false, undo }, undo ? 12000 : 6000);
  }

  // fail shows what went wrong.
  fail(error: unknown) {
    this.#add({ id: ++this.#last, text: error instanceof Error ? error.message : String(error), bad: true }, 12000);
  }

  async undo(toast: Toast) {
    this.drop(toast.id);
    try {
      await toast.undo?.();
      this.undone++;
      this.say(t('shell.undone', { what: toast.text }));
    } catch (error) {
      this.fail(error);
    }
  }

  // undoLast takes back the last thing that was said and can be; it says whether there was one.
  undoLast(): boolean {
    const last = this.shown.findLast((toast) => toast.undo);
    if (last) this.undo(last);
    return !!last;
  }

  drop(id: number) {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }

  // hold keeps a toast while somebody points at it.
  hold(id: number) {
    clearTimeout(this.#timers.get(id));
  }

  release(id: number) {
    this.#timers.set(id, setTimeout(() => this.drop(id), 5000));
  }

  #add(toast: Toast, time: number) {
    this.shown = [...this.shown.slice(-2), toast];
    this.#timers.set(toast.id, setTimeout(() => this.drop(toast.id), time));
  }
}

export const toasts = new Toasts();
