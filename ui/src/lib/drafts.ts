// What somebody is writing is kept in this browser until it is sent, so that neither a reload nor a
// server that restarts loses it.

const name = (what: string, whose: string[]) => ['draft', what, ...whose].join('\n');

// draft reads what was written; nothing gives ''.
export function draft(what: string, ...whose: string[]): string {
  return localStorage.getItem(name(what, whose)) ?? '';
}

// keepDraft keeps a text; an empty one is taken away.
export function keepDraft(text: string, what: string, ...whose: string[]) {
  if (text) localStorage.setItem(name(what, whose), text);
  else localStorage.removeItem(name(what, whose));
}

// dropDrafts takes away everything that was written about a user.
export function dropDrafts(user: string) {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('draft\n') && key.split('\n')[2] === user) localStorage.removeItem(key);
  }
}
