/** Two people put the same list into another order at once: both keep what they moved. Pure. */

/**
 * `mine` and `theirs` both come from `base`. Answers `theirs` with every task that I moved standing behind the same
 * task as in `mine`. What left the list meanwhile is left out; what came to it stays where they have it.
 */
export function mergeOrder(base: number[], mine: number[], theirs: number[]): number[] {
  const there = new Set(theirs);
  const wanted = mine.filter((id) => there.has(id));
  const moved = movedBetween(
    base.filter((id) => there.has(id)),
    wanted,
  );
  const merged = theirs.filter((id) => !moved.has(id));
  wanted.forEach((id, index) => {
    if (!moved.has(id)) return;
    const before = wanted[index - 1];
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, id);
  });
  return merged;
}

/** The fewest tasks whose moving explains the new order: all but a longest run that kept its sequence. */
function movedBetween(base: number[], order: number[]): Set<number> {
  const place = new Map(base.map((id, index) => [id, index]));
  const kept = longestRising(order.filter((id) => place.has(id)).map((id) => place.get(id) ?? 0));
  const keptIds = new Set(kept.map((index) => base[index]));
  return new Set(order.filter((id) => !keptIds.has(id)));
}

/** A longest strictly rising subsequence (patience sorting, n log n). */
function longestRising(values: number[]): number[] {
  const tails: number[] = []; // index into values of the smallest end of a run of each length
  const before: (number | undefined)[] = [];
  values.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? tails[low - 1] : undefined;
    tails[low] = index;
  });
  const run: number[] = [];
  for (let at = tails.at(-1); at !== undefined; at = before[at]) run.unshift(values[at] ?? 0);
  return run;
}
