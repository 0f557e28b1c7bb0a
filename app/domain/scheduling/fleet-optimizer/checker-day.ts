/** One driver's time for the checker, which shares no code with the search. */
import type { PlanDriver, PlannedRoute, PlanProblem } from './plan-problem';

/** The break comes when it is due; a stop under way is finished first. */
export class CheckedDay {
  time: number;
  /** The break, once it has come. */
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

  /** A break without a time. */
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
 * Whether the break that is told leaves room: no stop and no drive in it. Asks only what is told, and not how the times
 * came about.
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
