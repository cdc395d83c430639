export type Piece = { text: string; marked: boolean };

// marked cuts a text at the quotes that occur in it, so that they can be shown as marked.
export function marked(text: string, quotes: string[]): Piece[] {
  const spans: [number, number][] = [];
  for (const quote of new Set(quotes.map((one) => one.trim()))) {
    const at = quote ? text.toLowerCase().indexOf(quote.toLowerCase()) : -1;
    if (at >= 0) spans.push([at, at + quote.length]);
  }
  spans.sort((a, b) => a[0] - b[0]);
  const out: Piece[] = [];
  let end = 0;
  for (const [from, to] of spans) {
    if (to <= end) continue;
    if (from > end) out.push({ text: text.slice(end, from), marked: false });
    out.push({ text: text.slice(Math.max(from, end), to), marked: true });
    end = to;
  }
  if (end < text.length) out.push({ text: text.slice(end), marked: false });
  return out;
}
