export type Piece = { text: string; marked: boolean };

// marked cuts a text at the quotes that occur in it, so that they can be shown as marked.
export function marked(text: string, quotes: string[]): Piece[] {
  const spans = quotes.flatMap((quote) => find(text, quote) ?? []).sort((a, b) => a[0] - b[0]);
  const out: Piece[] = [];
  let from = 0;
  for (const [start, end] of spans) {
    if (end <= from) continue;
    if (start > from) out.push({ text: text.slice(from, start), marked: false });
    out.push({ text: text.slice(Math.max(start, from), end), marked: true });
    from = end;
  }
  return [...out, { text: text.slice(from), marked: false }];
}

// find looks for the quote as it is, then without regard to letter case and spacing.
function find(text: string, quote: string): [[number, number]] | undefined {
  if (!quote.trim()) return undefined;
  const at = text.indexOf(quote);
  if (at >= 0) return [[at, at + quote.length]];
  const loose = quote.trim().split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
  const hit = new RegExp(loose, 'iu').exec(text);
  return hit ? [[hit.index, hit.index + hit[0].length]] : undefined;
}
