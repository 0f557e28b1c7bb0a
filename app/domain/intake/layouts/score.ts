/** Returns the first of those with the highest score. */
export function bestOf<Item>(items: Item[], scoreOf: (item: Item) => number): Item | undefined {
  let best: { item: Item; score: number } | undefined;
  for (const item of items) {
    const score = scoreOf(item);
    if (!best || score > best.score) best = { item, score };
  }
  return best?.item;
}
