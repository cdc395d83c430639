// Where we are: the address is the truth, so that going back, reloading and
// sending a link all show the same thing.

export type Query = Record<string, string>;

class Route {
  path = $state('/');
  query = $state<Query>({});

  constructor() {
    this.read();
    addEventListener('popstate', () => this.read());
  }

  // parts are the pieces of the path, decoded: /people/ana -> ['people', 'ana'].
  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decode);
  }

  read() {
    this.path = location.pathname;
    this.query = Object.fromEntries(new URLSearchParams(location.search));
  }

  // go opens another place.
  go(path: string, query: Query = {}, { replace = false } = {}) {
    const next = address(path, query);
    if (next !== location.pathname + location.search) history[replace ? 'replaceState' : 'pushState'](null, '', next);
    this.read();
  }

  // set changes what is given in the query and leaves the rest; empty takes away.
  set(changes: Record<string, string | undefined>, { replace = true } = {}) {
    const query = { ...this.query };
    for (const [name, value] of Object.entries(changes)) {
      if (value) query[name] = value;
      else delete query[name];
    }
    this.go(this.path, query, { replace });
  }
}

function decode(part: string) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

// address writes a path with its query; pieces of paths that come from data go through encodeURIComponent.
export function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value)).toString();
  return search ? `${path}?${search}` : path;
}

// follow lets plain clicks on our own links go through the route.
export function follow(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin || /^\/(api|v1|mcp)\//.test(link.pathname)) return;
  event.preventDefault();
  route.go(link.pathname, Object.fromEntries(new URLSearchParams(link.search)));
}

export const route = new Route();
