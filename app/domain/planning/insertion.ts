/** The cheapest places of a unit in the routes. What is known of a route stays known until the route changes. */
import { LEFT_OUT, type Model } from './model';
import type { Near } from './near';
import type { Routes } from './routes';

/** The two cheapest places of each unit in each route. */
const KEPT = 2;
/** In large networks only the routes of so many nearest stops are looked at. */
const NEAREST = 30;
const LARGE = 150;
/** The delivery comes directly behind its pickup. */
const TOGETHER = -1;

export class Insertions {
  /** What `find` found. */
  private driver = -1;
  private cost = Infinity;
  private slot = 0;
  /** By unit and driver: the version of the route, then costs and nodes of the cheapest places. */
  private readonly seen: Int32Array;
  private readonly costs: Float64Array;
  private readonly behind: Int32Array;
  private readonly behindDelivery: Int32Array;
  private readonly emptyKind: Int32Array;
  /** By driver: the round in which the route was near. */
  private readonly nearRound: Int32Array;
  private readonly isLarge: boolean;
  private rounds = 0;
  // Of the route that is looked at.
  private best = Infinity;
  private second = Infinity;
  private bestAt = -1;
  private secondAt = -1;
  private bestThen = TOGETHER;
  private secondThen = TOGETHER;

  constructor(
    private readonly model: Model,
    private readonly routes: Routes,
    private readonly near: Near,
  ) {
    const cells = model.unitCount * model.driverCount;
    this.seen = new Int32Array(cells).fill(-1);
    this.costs = new Float64Array(cells * KEPT);
    this.behind = new Int32Array(cells * KEPT);
    this.behindDelivery = new Int32Array(cells * KEPT);
    this.emptyKind = new Int32Array(model.driverCount).fill(-1);
    this.nearRound = new Int32Array(model.driverCount);
    this.isLarge = model.stopCount > LARGE;
  }

  /**
   * Finds the cheapest place for a unit, if there is one.
   * @param blink how often a place is overlooked, so that the search does not always do the same.
   */
  find(unit: number, blink: number, random: () => number): boolean {
    this.rounds += 1;
    if (!this.isLarge || this.model.mayMove[unit] === 0) return this.findAmong(unit, blink, random, false);
    this.markNear(this.model.first[unit] ?? 0);
    const then = this.model.then[unit] ?? -1;
    if (then >= 0) this.markNear(then);
    if (this.findAmong(unit, blink, random, true)) return true;
    this.rounds += 1;
    return this.findAmong(unit, blink, random, false);
  }

  private markNear(stop: number): void {
    const { stops, count } = this.near;
    for (let i = 0; i < count && i < NEAREST; i += 1) {
      const driver = this.routes.routeOf[stops[stop * count + i] ?? 0] ?? -1;
      if (driver >= 0) this.nearRound[driver] = this.rounds;
    }
  }

  private findAmong(unit: number, blink: number, random: () => number, isNear: boolean): boolean {
    const { driverCount, price, kind, home, driverCost } = this.model;
    const { count, version, gate } = this.routes;
    this.driver = -1;
    this.cost = Infinity;
    for (let driver = 0; driver < driverCount; driver += 1) {
      const cell = unit * driverCount + driver;
      const own = price[cell] ?? 0;
      if (own >= this.cost) continue;
      const isEmpty = count[driver] === 0;
      if (isNear && !isEmpty && this.nearRound[driver] !== this.rounds && home[unit] !== driver) continue;
      if (isEmpty) {
        const alike = kind[driver] ?? 0;
        if (this.emptyKind[alike] === this.rounds && home[unit] !== driver) continue;
        this.emptyKind[alike] = this.rounds;
      }
      if (this.seen[cell] !== version[driver]) {
        this.look(unit, driver, gate[driver] ?? 0);
        this.seen[cell] = version[driver] ?? 0;
        this.store(cell * KEPT);
      }
      const slot = cell * KEPT + (random() < blink ? 1 : 0);
      const cost = (this.costs[slot] ?? 0) + own + (isEmpty ? driverCost : 0);
      if (cost >= this.cost) continue;
      this.cost = cost;
      this.driver = driver;
      this.slot = slot;
    }
    return this.cost < LEFT_OUT;
  }

  /** Inserts the unit at the place that was found. */
  insert(unit: number): void {
    const stop = this.model.first[unit] ?? 0;
    const delivery = this.model.then[unit] ?? -1;
    this.routes.insert(stop, this.behind[this.slot] ?? 0);
    if (delivery >= 0) {
      const node = this.behindDelivery[this.slot] ?? TOGETHER;
      this.routes.insert(delivery, node === TOGETHER ? stop : node);
    }
    this.routes.refresh(this.driver);
  }

  private look(unit: number, driver: number, gate: number): void {
    this.best = Infinity;
    this.second = Infinity;
    this.bestAt = -1;
    this.secondAt = -1;
    this.bestThen = TOGETHER;
    this.secondThen = TOGETHER;
    const stop = this.model.first[unit] ?? 0;
    const delivery = this.model.then[unit] ?? -1;
    if (delivery < 0) this.lookAlone(stop, driver, gate);
    else this.lookInPairs(stop, delivery, driver, gate);
  }

  private store(slot: number): void {
    this.costs[slot] = this.best;
    this.costs[slot + 1] = this.second;
    this.behind[slot] = this.bestAt;
    this.behind[slot + 1] = this.secondAt;
    this.behindDelivery[slot] = this.bestThen;
    this.behindDelivery[slot + 1] = this.secondThen;
  }

  private note(cost: number, at: number, then: number): void {
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

  private lookAlone(stop: number, driver: number, gate: number): void {
    const { site, siteCount, lengths, seconds, after, by, service, lateCost, isHard } = this.model;
    const { next, leave, latest, peak, leg } = this.routes;
    const size = this.model.size[stop] ?? 0;
    const free = (this.model.capacity[driver] ?? 0) - size;
    const own = site[stop] ?? 0;
    const row = own * siteCount;
    const [opens, closes, lasts, late] = [
      after[stop] ?? 0,
      by[stop] ?? 0,
      service[stop] ?? 0,
      lateCost[stop] ?? 0,
    ];
    const end = size < 0 ? this.routes.firstWithoutRoom(driver, gate) : this.routes.endOf(driver);
    for (let node = gate, then = 0; node !== end; node = then) {
      then = next[node] ?? 0;
      const left = leave[node] ?? 0;
      if (isHard && left > closes) return;
      if ((peak[node] ?? 0) > free) continue;
      const from = (site[node] ?? 0) * siteCount + own;
      const to = row + (site[then] ?? 0);
      let cost = (lengths[from] ?? 0) + (lengths[to] ?? 0) - (leg[node] ?? 0);
      // Less late than before is never expected of a longer way.
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

  /** The pickup behind each node, with the delivery behind each later one. */
  private lookInPairs(stop: number, delivery: number, driver: number, gate: number): void {
    const { site, siteCount, lengths, seconds, after, by, service, lateCost, isHard } = this.model;
    const { next, leave, latest, load, leg } = this.routes;
    const free = (this.model.capacity[driver] ?? 0) - (this.model.size[stop] ?? 0);
    const own = site[stop] ?? 0;
    const row = own * siteCount;
    const drop = site[delivery] ?? 0;
    const end = this.routes.endOf(driver);
    for (let node = gate, then = 0; node !== end; node = then) {
      then = next[node] ?? 0;
      const left = leave[node] ?? 0;
      if (isHard && left > (by[stop] ?? 0)) return;
      if ((load[node] ?? 0) > free) continue;
      const from = (site[node] ?? 0) * siteCount + own;
      const to = row + (site[then] ?? 0);
      let base = (lengths[from] ?? 0) - (leg[node] ?? 0);
      let clock = Math.max(left + (seconds[from] ?? 0), after[stop] ?? 0);
      if (clock > (by[stop] ?? 0)) {
        if (lateCost[stop] === Infinity) continue;
        base += (clock - (by[stop] ?? 0)) * (lateCost[stop] ?? 0);
      }
      clock += service[stop] ?? 0;
      const together = row + drop;
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
      for (let at = then; at !== end && base < this.second;) {
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
        this.close(delivery, behind, node, at, cost, clock + (seconds[cell + drop] ?? 0));
        clock += seconds[cell + (site[behind] ?? 0)] ?? 0;
        at = behind;
      }
    }
  }

  /** Notes the place of a pair whose delivery is reached at `clock`, before the node `then`. */
  private close(
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

  /** At least this costs it that a node is reached after its latest time: one behind it is later by as much. */
  private leastDelay(node: number, clock: number): number {
    return (clock - (this.routes.latest[node] ?? 0)) * this.model.leastLateCost;
  }

  /** What it costs that a node is reached at `clock`, for itself and for those behind it; Infinity above `most`. */
  private delay(node: number, clock: number, most: number): number {
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

  /** What it costs that a node is served at `clock` and not as the timetable says. */
  private later(node: number, clock: number): number {
    const late = clock - this.routes.dueAt(node);
    return late > 0 ? late * (this.model.lateCost[node] ?? 0) : 0;
  }
}
