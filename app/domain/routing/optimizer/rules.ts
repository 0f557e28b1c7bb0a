/** Removes contradictions from ranks and pairs. */

type Pair = readonly [first: number, then: number];

/** The pairs without duplicates and without those that make a cycle with earlier ones. */
export function acyclic(size: number, pairs: readonly Pair[]): Pair[] {
  const after: number[][] = Array.from({ length: size }, () => []);
  const leadsTo = (from: number, to: number, seen: Set<number>): boolean =>
    from === to || (after[from] ?? []).some((next) => !seen.has(next) && leadsTo(next, to, seen.add(next)));
  return pairs.filter(([first, then]) => {
    if (after[first]?.includes(then) || leadsTo(then, first, new Set())) return false;
    after[first]?.push(then);
    return true;
  });
}

/** A stop that must come before an urgent one becomes as urgent. Changes `rank`. */
export function raiseRanks(rank: Uint8Array, pairs: readonly Pair[]): void {
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const [first, then] of pairs) {
      if ((rank[first] ?? 0) <= (rank[then] ?? 0)) continue;
      rank[first] = rank[then] ?? 0;
      isStable = false;
    }
  }
}
