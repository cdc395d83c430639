// words makes sure that both languages of a view have the same keys.
export function words<const K extends string>(texts: { en: Record<K, string>; zh: Record<NoInfer<K>, string> }) {
  return texts;
}
