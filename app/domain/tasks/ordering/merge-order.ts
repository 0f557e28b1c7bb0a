/**
 * Merges the orders of two people who have rearranged the same list at once, so that both keep their moves.
 * Pure.
 */

/**
 * Merges two orders that both come from `base`. Tasks that I moved keep their place between the tasks without
 * a move, as in `mine`. All others stand as in `theirs`, with new tasks and without tasks that left. If all
 * that I moved already stand as in `mine`, the result is `theirs`: two people may have made the same move.
 * @param moved the tasks that I moved, if known: the order alone may allow several explanations.
 */
export function mergeOrder(base: number[], mine: number[], theirs: number[], moved: number[] = []): number[] {
  const { wanted, myMoves, theirMoves } = compare(base, mine, theirs, moved);
  if (standAlike(myMoves, wanted, theirs)) return theirs;
  const behind = new Map<number | null, number[]>();
  let anchor: number | null = null;
  for (const id of wanted) {
    if (myMoves.has(id)) behind.set(anchor, [...(behind.get(anchor) ?? []), id]);
    else if (!theirMoves.has(id)) anchor = id;
  }
  const rest = theirs.filter((id) => !myMoves.has(id));
  return [...(behind.get(null) ?? []), ...rest.flatMap((id) => [id, ...(behind.get(id) ?? [])])];
}

/** Returns the tasks of `theirs` that others have moved since `base`. */
export const movedByOthers = (base: number[], mine: number[], theirs: number[], moved: number[] = []) => [
  ...compare(base, mine, theirs, moved).theirMoves,
];

function compare(base: number[], mine: number[], theirs: number[], moved: number[]) {
  const there = new Set(theirs);
  const known = new Set(base);
  const before = base.filter((id) => there.has(id));
  const wanted = mine.filter((id) => there.has(id));
  const now = theirs.filter((id) => known.has(id));
  const named = new Set(moved);
  const unnamed = (id: number) => !named.has(id);
  // A swap can be explained in two ways: prefer the one in which no task was moved by both people.
  const seemMoved = movedBetween(before, now, named);
  const myMoves = new Set([
    ...mine.filter((id) => named.has(id)),
    ...movedBetween(base.filter(unnamed), mine.filter(unnamed), seemMoved),
  ]);
  const theirMoves = movedBetween(before, now, myMoves);
  for (const id of myMoves) theirMoves.delete(id);
  return { wanted, myMoves, theirMoves };
}

/**
 * Whether each of these has the same ids of `one` before it and behind it in both orders; `other` contains
 * all of them.
 */
function standAlike(these: Set<number>, one: number[], other: number[]): boolean {
  const place = new Map(other.map((id, index) => [id, index]));
  const placeOf = (id: number) => place.get(id) ?? 0;
  return one.every(
    (id, at) => !these.has(id) || one.every((each, index) => index < at === placeOf(each) < placeOf(id)),
  );
}

/**
 * Returns the fewest tasks whose moves explain the new order: all but a longest run that kept its sequence.
 * Among runs of equal length it takes the one with most tasks of `rather`.
 */
function movedBetween(base: number[], order: number[], rather: Set<number>): Set<number> {
  const place = new Map(base.map((id, index) => [id, index]));
  const ids = order.filter((id) => place.has(id));
  const kept = new Set(heaviestRising(ids, place, (id) => ids.length + 1 + (rather.has(id) ? 1 : 0)));
  return new Set(order.filter((id) => !kept.has(id)));
}

/** Returns a subsequence of `ids` with rising places and the greatest weight. */
function heaviestRising(ids: number[], place: Map<number, number>, weight: (id: number) => number): number[] {
  type Run = { id: number; place: number; weight: number; before: Run | null };
  const runs: Run[] = [];
  let best: Run | null = null;
  for (const id of ids) {
    const at = place.get(id) ?? 0;
    let before: Run | null = null;
    for (const run of runs) if (run.place < at && run.weight > (before?.weight ?? 0)) before = run;
    const run: Run = { id, place: at, weight: weight(id) + (before?.weight ?? 0), before };
    runs.push(run);
    if (run.weight > (best?.weight ?? 0)) best = run;
  }
  const kept: number[] = [];
  for (let run = best; run; run = run.before) kept.unshift(run.id);
  return kept;
}
