/**
 * Finds the cheapest places in a route with a break at a fixed time. It is separate so that routes without
 * one need no checks for it.
 */
import { Places, TOGETHER } from './places';
import { opened, passed } from '~/domain/scheduling/timetable/day-clock';

export class RestedPlaces extends Places {
  private due = -Infinity;
  private rest = 0;
  /** For pairs: the loads up to which there is room, see `lookInPairs`. No pickup comes behind `end`. */
  private free = Infinity;
  private freeAt = Infinity;
  private freeBehind = Infinity;
  private end = 0;

  override look(unit: number, driver: number, limit: number): void {
    this.due = this.model.due[driver] ?? 0;
    this.rest = this.model.rest[driver] ?? 0;
    super.look(unit, driver, limit);
  }

  protected override lookAlone(stop: number, driver: number, gate: number, last: number): void {
    const { site, siteCount, lengths, seconds } = this.model;
    const { next, leave, load, peak, leg } = this.routes;
    const size = this.model.size[stop] ?? 0;
    const free = size > 0 ? (this.model.capacity[driver] ?? 0) - size : Infinity;
    const end = size < 0 ? this.routes.firstWithoutRoom(driver, gate) : this.routes.endOf(driver);
    const own = site[stop] ?? 0;
    const row = own * siteCount;
    for (let node = gate, then = 0; node !== end && node !== last; node = then) {
      then = next[node] ?? 0;
      if ((load[node] ?? 0) > free || (peak[node] ?? 0) > free) continue;
      const from = (site[node] ?? 0) * siteCount + own;
      const cost = (lengths[from] ?? 0) - (leg[node] ?? 0);
      if (cost + (lengths[row + (site[then] ?? 0)] ?? 0) >= this.second) continue;
      const reached = passed(leave[node] ?? 0, seconds[from] ?? 0, this.due, this.rest);
      this.close(stop, then, node, TOGETHER, cost, reached);
    }
  }

  protected override lookInPairs(stop: number, delivery: number, driver: number, gate: number): void {
    const { site, siteCount, lengths, seconds, by, lateCost } = this.model;
    const { next, leave, load, leg } = this.routes;
    this.measureRoom(stop, delivery, driver, gate);
    const own = site[stop] ?? 0;
    const late = lateCost[stop] ?? 0;
    for (let node = gate; node !== this.end; node = next[node] ?? 0) {
      if ((load[node] ?? 0) > this.free) continue;
      const from = (site[node] ?? 0) * siteCount + own;
      const way = (lengths[from] ?? 0) - (leg[node] ?? 0);
      if (way >= this.second) continue;
      const reached = passed(leave[node] ?? 0, seconds[from] ?? 0, this.due, this.rest);
      const delay = this.beginAt(stop, reached) - (by[stop] ?? 0);
      if (delay > 0 && late === Infinity) continue;
      this.lookBehind(
        stop,
        delivery,
        node,
        way + (delay > 0 ? delay * late : 0),
        this.leaveAt(stop, reached),
      );
    }
  }

  private measureRoom(stop: number, delivery: number, driver: number, gate: number): void {
    const picked = this.model.size[stop] ?? 0;
    const dropped = this.model.size[delivery] ?? 0;
    const capacity = this.model.capacity[driver] ?? 0;
    const stays = picked + dropped;
    this.free = picked > 0 ? capacity - picked : Infinity;
    this.freeAt = dropped > 0 ? capacity - stays : Infinity;
    this.freeBehind = stays > 0 ? capacity - stays : Infinity;
    this.end = stays < 0 ? this.routes.firstWithoutRoom(driver, gate) : this.routes.endOf(driver);
  }

  /**
   * Tries the delivery behind the pickup and behind each later node. @param cost of the pickup, which comes
   * behind `node` and is left at `left`.
   */
  private lookBehind(stop: number, delivery: number, node: number, cost: number, left: number): void {
    const { site, siteCount, lengths, seconds } = this.model;
    const { next, load, peak, leg } = this.routes;
    const { due, rest } = this;
    const drop = site[delivery] ?? 0;
    let [sum, clock, before] = [cost, left, stop];
    let then = next[node] ?? 0;
    for (let room = node; ; room = before) {
      const row = (site[before] ?? 0) * siteCount;
      if ((load[room] ?? 0) <= this.freeAt && (peak[room] ?? 0) <= this.freeBehind) {
        const behind = before === stop ? TOGETHER : before;
        const reached = passed(clock, seconds[row + drop] ?? 0, due, rest);
        this.close(delivery, then, node, behind, sum + (lengths[row + drop] ?? 0), reached);
      }
      const to = row + (site[then] ?? 0);
      sum += (before === stop ? lengths[to] : leg[before]) ?? 0;
      clock = passed(clock, seconds[to] ?? 0, due, rest);
      if (then === this.end || sum >= this.second || (load[then] ?? 0) > this.free) return;
      sum += this.later(then, clock) - (leg[then] ?? 0);
      clock = this.leaveAt(then, clock);
      before = then;
      then = next[then] ?? 0;
    }
  }

  protected override close(
    delivery: number,
    then: number,
    at: number,
    behind: number,
    soFar: number,
    reached: number,
  ): void {
    const { site, siteCount, lengths, seconds, by, lateCost } = this.model;
    const to = (site[delivery] ?? 0) * siteCount + (site[then] ?? 0);
    let cost = soFar + (lengths[to] ?? 0);
    if (cost >= this.second) return;
    const late = this.beginAt(delivery, reached) - (by[delivery] ?? 0);
    if (late > 0 && lateCost[delivery] === Infinity) return;
    if (late > 0) cost += late * (lateCost[delivery] ?? 0);
    const clock = passed(this.leaveAt(delivery, reached), seconds[to] ?? 0, this.due, this.rest);
    if (clock > (this.routes.latest[then] ?? 0)) cost += this.delay(then, clock, this.second - cost);
    if (cost < this.second) this.note(cost, at, behind);
  }

  protected override delay(node: number, clock: number, most: number): number {
    const { site, siteCount, seconds } = this.model;
    const { next, latest } = this.routes;
    let cost = 0;
    let time = clock;
    for (let at = node; time > (latest[at] ?? 0);) {
      cost += this.later(at, time);
      if (cost >= most) return Infinity;
      const then = next[at] ?? -1;
      if (then < 0) break;
      const drive = seconds[(site[at] ?? 0) * siteCount + (site[then] ?? 0)] ?? 0;
      time = passed(this.leaveAt(at, time), drive, this.due, this.rest);
      at = then;
    }
    return cost;
  }

  /** Returns when service at a node begins that is reached at `clock`. */
  private beginAt(node: number, clock: number): number {
    return opened(clock, this.model.after[node] ?? 0, this.due, this.rest);
  }

  private leaveAt(node: number, clock: number): number {
    return passed(this.beginAt(node, clock), this.model.service[node] ?? 0, this.due, this.rest);
  }
}
