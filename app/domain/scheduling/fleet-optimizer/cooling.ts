/**
 * Simulated annealing: an answer that costs more is accepted less often over time, and less often the more it
 * costs.
 */

/**
 * Returns which share of a search is done after so many iterations: it starts at 0, and the search ends at 1.
 */
export type Share = (iterations: number) => number;

/** Iterations between two checks of the progress. */
const STRIDE = 64;

/** The temperatures at the beginning and at the end, in the unit of the costs. */
type Range = { warmest: number; coolest: number };

export class Cooling {
  private temperature: number;

  constructor(
    private readonly share: Share,
    private readonly range: Range,
    private readonly random: () => number,
  ) {
    this.temperature = range.warmest;
  }

  /** Whether the search goes on after so many iterations. */
  goesOn(done: number): boolean {
    if (done % STRIDE !== 0) return true;
    const now = this.share(done);
    if (now >= 1) return false;
    const { warmest, coolest } = this.range;
    this.temperature = warmest * (coolest / warmest) ** now || 0;
    return true;
  }

  isAccepted(cost: number, current: number): boolean {
    return cost < current - this.temperature * Math.log(this.random() || 1e-9);
  }
}
