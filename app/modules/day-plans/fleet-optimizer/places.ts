/** Finds the two cheapest places of a unit in the route of a driver whose break has no fixed time. */
import type { Model } from './plan-model';
import type { Routes } from './routes';

/** The delivery comes directly behind its pickup. */
export const TOGETHER = -1;

/** Sums of the same numbers in another order differ by less than this. */
const ROUNDING = 1e-6;

export class Places {
  /** The result of `look`, with the nodes behind which the stop and its delivery come; -1 for no place. */
  best = Infinity;
  second = Infinity;
  bestAt = -1;
  secondAt = -1;
  bestThen = TOGETHER;
  secondThen = TOGETHER;
  private readonly leastDrop: Float64Array;

  constructor(
    protected readonly model: Model,
    protected readonly routes: Routes,
  ) {
    this.leastDrop = new Float64Array(model.site.length);
  }

  /** Looks for places that cost less than `limit`. */
  look(unit: number, driver: number, limit: number): void {
    this.best = limit;
    this.second = limit;
    this.bestAt = -1;
    this.secondAt = -1;
    this.bestThen = TOGETHER;
    this.secondThen = TOGETHER;
    const stop = this.model.first[unit] ?? 0;
    const delivery = this.model.then[unit] ?? -1;
    const gate = this.routes.gate[driver] ?? 0;
    if (delivery < 0) this.lookAlone(stop, driver, gate, this.model.deliveryOf[unit] ?? -1);
    else this.lookInPairs(stop, delivery, driver, gate);
  }

  protected note(cost: number, at: number, then: number): void {
    if (cost < this.best) {
      this.second = this.best;
      this.secondAt = this.bestAt;
      this.secondThen = this.bestThen;
      this.best = cost;
      this.bestAt = at;
      this.bestThen = then;
    } else if (cost < this.second) {
      this.second = cost;
      this.secondAt = at;
      this.secondThen = then;
    }
  }

  /** @param last places behind this node are not looked at; -1: all are. */
  protected lookAlone(stop: number, driver: number, gate: number, last: number): void {
    const { site, siteCount, lengths, seconds, after, by, service, lateCost, isHard } = this.model;
    const { next, leave, latest, load, peak, leg } = this.routes;
    const size = this.model.size[stop] ?? 0;
    const free = size > 0 ? (this.model.capacity[driver] ?? 0) - size : Infinity;
    const own = site[stop] ?? 0;
    const row = own * siteCount;
    const [opens, closes, lasts, late] = [
      after[stop] ?? 0,
      by[stop] ?? 0,
      service[stop] ?? 0,
      lateCost[stop] ?? 0,
    ];
    const end = size < 0 ? this.routes.firstWithoutRoom(driver, gate) : this.routes.endOf(driver);
    for (let node = gate, then = 0; node !== end && node !== last; node = then) {
      then = next[node] ?? 0;
      const left = leave[node] ?? 0;
      if (isHard && left > closes) return;
      if ((load[node] ?? 0) > free || (peak[node] ?? 0) > free) continue;
      const from = (site[node] ?? 0) * siteCount + own;
      const to = row + (site[then] ?? 0);
      let cost = (lengths[from] ?? 0) + (lengths[to] ?? 0) - (leg[node] ?? 0);
      // A longer way can't make the stop less late, so this is a lower bound.
      if (cost >= this.second) continue;
      let clock = left + (seconds[from] ?? 0);
      if (clock < opens) clock = opens;
      if (clock > closes) {
        if (late === Infinity) continue;
        cost += (clock - closes) * late;
      }
      clock += lasts + (seconds[to] ?? 0);
      if (clock > (latest[then] ?? 0)) {
        if (cost + this.leastDelay(then, clock) >= this.second) continue;
        cost += this.delay(then, clock, this.second - cost);
      }
      if (cost < this.second) this.note(cost, node, TOGETHER);
    }
  }

  /** Tries the pickup behind each node, each with the delivery behind every later one. */
  protected lookInPairs(stop: number, delivery: number, driver: number, gate: number): void {
    const { site, siteCount, lengths, seconds, after, by, service, lateCost, isHard } = this.model;
    const { next, leave, latest, load, peak, leg } = this.routes;
    const picked = this.model.size[stop] ?? 0;
    const dropped = this.model.size[delivery] ?? 0;
    const capacity = this.model.capacity[driver] ?? 0;
    const rest = picked + dropped;
    // The highest loads that leave room for the picked-up goods, for goods that come in at the delivery, and
    // for goods that stay in the vehicle.
    const free = picked > 0 ? capacity - picked : Infinity;
    const freeAt = dropped > 0 ? capacity - rest : Infinity;
    const freeBehind = rest > 0 ? capacity - rest : Infinity;
    const own = site[stop] ?? 0;
    const row = own * siteCount;
    const drop = site[delivery] ?? 0;
    const end = rest < 0 ? this.routes.firstWithoutRoom(driver, gate) : this.routes.endOf(driver);
    this.measureDrops(drop, gate, end);
    const together = row + drop;
    const back = drop * siteCount;
    for (let node = gate, then = 0; node !== end; node = then) {
      then = next[node] ?? 0;
      const left = leave[node] ?? 0;
      if (isHard && left > (by[stop] ?? 0)) return;
      if ((load[node] ?? 0) > free) continue;
      const from = (site[node] ?? 0) * siteCount + own;
      const to = row + (site[then] ?? 0);
      let base = (lengths[from] ?? 0) - (leg[node] ?? 0);
      const apart = then === end ? Infinity : (lengths[to] ?? 0) + (this.leastDrop[then] ?? 0);
      const least = Math.min(apart, (lengths[together] ?? 0) + (lengths[back + (site[then] ?? 0)] ?? 0));
      if (base + least - ROUNDING >= this.second) continue;
      let clock = Math.max(left + (seconds[from] ?? 0), after[stop] ?? 0);
      if (clock > (by[stop] ?? 0)) {
        if (lateCost[stop] === Infinity) continue;
        base += (clock - (by[stop] ?? 0)) * (lateCost[stop] ?? 0);
      }
      clock += service[stop] ?? 0;
      if ((load[node] ?? 0) <= freeAt && (peak[node] ?? 0) <= freeBehind)
        this.close(
          delivery,
          then,
          node,
          TOGETHER,
          base + (lengths[together] ?? 0),
          clock + (seconds[together] ?? 0),
        );
      base += lengths[to] ?? 0;
      clock += seconds[to] ?? 0;
      for (let at = then; at !== end && base + (this.leastDrop[at] ?? 0) - ROUNDING < this.second;) {
        if (clock > (latest[at] ?? 0)) {
          if (base + this.leastDelay(at, clock) >= this.second) break;
          base += this.later(at, clock);
        }
        if ((load[at] ?? 0) > free) break;
        clock = Math.max(clock, after[at] ?? 0) + (service[at] ?? 0);
        if (isHard && clock > (by[delivery] ?? 0)) break;
        const behind = next[at] ?? 0;
        const cell = (site[at] ?? 0) * siteCount;
        const cost = base - (leg[at] ?? 0) + (lengths[cell + drop] ?? 0);
        if ((load[at] ?? 0) <= freeAt && (peak[at] ?? 0) <= freeBehind)
          this.close(delivery, behind, node, at, cost, clock + (seconds[cell + drop] ?? 0));
        clock += seconds[cell + (site[behind] ?? 0)] ?? 0;
        at = behind;
      }
    }
  }

  /**
   * By node up to `end`: the shortest detour for the delivery behind it or a later node, regardless of times.
   */
  private measureDrops(drop: number, gate: number, end: number): void {
    const { site, siteCount, lengths } = this.model;
    const { next, previous, leg } = this.routes;
    const back = drop * siteCount;
    let least = Infinity;
    for (let node = previous[end] ?? gate; node !== gate; node = previous[node] ?? gate) {
      const there = lengths[(site[node] ?? 0) * siteCount + drop] ?? 0;
      const detour = there + (lengths[back + (site[next[node] ?? 0] ?? 0)] ?? 0) - (leg[node] ?? 0);
      if (detour < least) least = detour;
      this.leastDrop[node] = least;
    }
  }

  /** Records the place of a pair whose delivery is reached at `clock`, before the node `then`. */
  protected close(
    delivery: number,
    then: number,
    at: number,
    behind: number,
    soFar: number,
    reached: number,
  ): void {
    const { site, siteCount, lengths, seconds, after, by, service, lateCost } = this.model;
    const to = (site[delivery] ?? 0) * siteCount + (site[then] ?? 0);
    let cost = soFar + (lengths[to] ?? 0);
    if (cost >= this.second) return;
    let clock = Math.max(reached, after[delivery] ?? 0);
    if (clock > (by[delivery] ?? 0)) {
      if (lateCost[delivery] === Infinity) return;
      cost += (clock - (by[delivery] ?? 0)) * (lateCost[delivery] ?? 0);
    }
    clock += (service[delivery] ?? 0) + (seconds[to] ?? 0);
    if (clock > (this.routes.latest[then] ?? 0)) {
      if (cost + this.leastDelay(then, clock) >= this.second) return;
      cost += this.delay(then, clock, this.second - cost);
    }
    if (cost < this.second) this.note(cost, at, behind);
  }

  /**
   * Returns a lower bound of the cost when a node is reached after its latest time: a later node is delayed
   * by as much.
   */
  private leastDelay(node: number, clock: number): number {
    return (clock - (this.routes.latest[node] ?? 0)) * this.model.leastLateCost;
  }

  /**
   * Returns the cost of reaching a node at `clock`, for it and for the nodes behind it; Infinity when it is
   * `most` or more.
   */
  protected delay(node: number, clock: number, most: number): number {
    const { site, siteCount, seconds, after, service } = this.model;
    const { next, latest } = this.routes;
    let cost = 0;
    let at = node;
    let time = clock;
    while (time > (latest[at] ?? 0)) {
      cost += this.later(at, time);
      if (cost >= most) return Infinity;
      const then = next[at] ?? -1;
      if (then < 0) break;
      time = Math.max(time, after[at] ?? 0) + (service[at] ?? 0);
      time += seconds[(site[at] ?? 0) * siteCount + (site[then] ?? 0)] ?? 0;
      at = then;
    }
    return cost;
  }

  /** Returns the cost of serving a node at `clock` instead of the time in the timetable. */
  protected later(node: number, clock: number): number {
    const late = clock - this.routes.dueAt(node);
    return late > 0 ? late * (this.model.lateCost[node] ?? 0) : 0;
  }
}
