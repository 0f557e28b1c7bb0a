/**
 * The clock of a driver's day with a break at a fixed time. Pure. All times have the same unit, whichever it
 * is.
 */
import { opened, passed } from './break-time';

export type Break = { from: number; until: number };

/** The break interrupts driving and waiting, but not service: a stop is finished first. */
export class DayClock {
  /** The time at which the break begins. After it, the break is over. */
  private due: number;
  private readonly length: number;
  /** A stop that took longer has delayed the break. */
  private isPutOff = false;
  /** The end of the break when it is over. */
  brokeUntil: number | null = null;
  /** The seconds of the break that are over. */
  rested = 0;

  constructor(
    public at: number,
    rest: Break | null,
  ) {
    this.due = rest?.from ?? -Infinity;
    this.length = rest ? rest.until - rest.from : 0;
  }

  drive(time: number): void {
    this.takeDue();
    this.pass(this.at + time, passed(this.at, time, this.due, this.length));
  }

  waitUntil(opens: number): void {
    if (opens > this.at) this.takeDue();
    this.pass(Math.max(this.at, opens), opened(this.at, opens, this.due, this.length));
  }

  /**
   * @param end of the service. A break that would begin meanwhile begins at `end`, unless nothing is left to
   * do.
   */
  serveUntil(end: number): void {
    if (this.isBroken(end)) {
      this.due = end;
      this.isPutOff = true;
    }
    this.at = end;
  }

  private takeDue(): void {
    if (!this.isPutOff) return;
    this.isPutOff = false;
    this.restUntil(this.due + this.length);
  }

  /** Takes the rest of a break that has begun. */
  restUntil(until: number): void {
    this.brokeUntil = until;
    this.rested += Math.max(0, until - this.at);
    this.at = Math.max(this.at, until);
  }

  /** @param then the time without the break. */
  private pass(then: number, end: number): void {
    if (this.isBroken(then)) this.brokeUntil = this.due + this.length;
    this.rested += end - then;
    this.at = end;
  }

  private isBroken(then: number): boolean {
    return this.at <= this.due && then > this.due;
  }
}
