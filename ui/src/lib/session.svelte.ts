import { api, onRefused, send } from '../api/client';
import { live } from './live.svelte';
import { route } from './route.svelte';

type Who = { needs_key: boolean; signed_in: boolean; name?: string; tenant?: string; user?: string; users?: string[]; admin: boolean };

// Session knows who looks at the page, and whose memory they look at.
class Session {
  who = $state<Who>({ needs_key: false, signed_in: false, admin: false });
  ready = $state(false); // whether the server has said who we are
  met = $state(false); // whether we know the users
  users = $state<{ user: string; memories: number; conversations: number }[]>([]);

  // user is whose memory is shown: the address says it.
  user = $derived(route.parts[0] === 'people' && route.parts[1] ? route.parts[1] : (route.query.user ?? ''));

  constructor() {
    onRefused(() => {
      live.stop();
      this.who = { needs_key: true, signed_in: false, admin: false };
    });
  }

  async start() {
    try {
      this.who = await send('get', '/api/v1/session').then((answer) => answer.json());
    } catch (error) {
      live.connected = false;
      setTimeout(() => this.start(), 2000);
      return;
    }
    this.ready = true;
    if (this.who.signed_in) await this.enter();
  }

  async signIn(key: string) {
    this.who = await send('post', '/api/v1/session', { body: { key } }).then((answer) => answer.json());
    if (this.who.signed_in) await this.enter();
  }

  async signOut() {
    live.stop();
    await send('delete', '/api/v1/session');
    location.reload();
  }

  async enter() {
    live.start();
    await this.meet();
    this.settle();
  }

  // settle makes the address say whose memory is shown, where it does not.
  settle() {
    if (!this.user && route.path !== '/people') route.set({ user: this.#usual() }); // whatever else the address says stays
  }

  // meet learns of whom something is known.
  async meet() {
    try {
      this.users = (await api.get('/api/v1/users')).items;
    } catch {
      this.users = []; // a key for one user may not ask
    }
    this.met = true;
  }

  // choose shows somebody else's memory in the same view.
  choose(user: string, { replace = false } = {}) {
    if (!user) return;
    localStorage.setItem('user', user);
    if (route.parts[0] === 'people') route.go(`/people/${encodeURIComponent(user)}`, {}, { replace });
    else route.go(route.parts.length > 1 ? `/${route.parts[0]}` : route.path, { user }, { replace });
  }

  #usual(): string {
    const last = localStorage.getItem('user');
    const may = this.who.users?.length ? this.who.users : this.users.map((one) => one.user);
    if (last && (may.includes(last) || !may.length)) return last;
    if (this.who.user && may.includes(this.who.user)) return this.who.user;
    return may[0] ?? this.who.user ?? '';
  }
}

export const session = new Session();
