/** Computes one driver's times for the checker, without code of the search. */
import type { PlanDriver, PlannedRoute, PlanProblem } from './plan-problem';

/** The break comes when it is due; a stop under way is finished first. */
export class CheckedDay {
  time: number;
  /** The break, once it was taken. */
  taken: { from: number; until: number } | null = null;
  private readonly length: number;
  private readonly isAtEnd: boolean;
  private readonly due: number;

  constructor({ from, rest }: PlanDriver) {
    this.time = from;
    this.length = rest?.seconds ?? 0;
    this.isAtEnd = rest?.due === null;
    this.due = rest?.due ?? Infinity;
  }

  drive(seconds: number): void {
    this.time += seconds;
    if (this.isDue()) this.time += this.take(this.due);
  }

  waitUntil(opens: number): void {
    if (this.time >= opens) return;
    this.time = opens;
    if (this.isDue()) this.time = Math.max(opens, this.due + this.take(this.due));
  }

  serve(seconds: number): void {
    this.time += seconds;
    if (this.isDue()) this.time += this.take(this.time);
  }

  /** Takes a break that has no time of its own after the last stop. */
  endWork(): void {
    if (this.isAtEnd && this.length > 0) this.time += this.take(this.time);
  }

  private isDue(): boolean {
    return this.length > 0 && this.taken === null && this.time > this.due;
  }

  private take(from: number): number {
    this.taken = { from, until: from + this.length };
    return this.length;
  }
}

/**
 * Whether a stop or a drive overlaps the break of the answer. It uses only the times in the answer, not how
 * they were computed.
 */
export function breakOverlaps(
  { stops, placeCount, seconds, drivers }: PlanProblem,
  { rest, ...route }: PlannedRoute,
  number: number,
  slack: number,
): boolean {
  if (!rest) return false;
  const driver = drivers[number];
  let [place, free] = [driver?.start ?? null, driver?.from ?? 0];
  for (const [index, stop] of route.stops.entries()) {
    const { place: to = 0, service = 0 } = stops[stop] ?? {};
    const begin = route.begins[index] ?? 0;
    const overlap = Math.max(0, Math.min(begin, rest.until) - Math.max(free, rest.from));
    const drive = place === null ? 0 : (seconds[place * placeCount + to] ?? 0);
    if (begin - free - overlap < drive - slack) return true;
    if (begin < rest.until - slack && begin + service > rest.from + slack) return true;
    [place, free] = [to, begin + service];
  }
  return false;
}
