/**
 * Finds the cheapest place for a unit in the routes. Results for a route are kept until the route changes.
 * Most places cost more than one that is known already: they are not computed to the end.
 */
import { LEFT_OUT, type Model } from './plan-model';
import type { Near } from './removal';
import { Places, TOGETHER } from './places';
import { RestedPlaces } from './rested-places';
import type { Routes } from './routes';

/** The two cheapest places of each unit in each route. */
const KEPT = 2;
/** In large networks, only routes of this many nearest stops are looked at. */
const NEAREST = 30;
const LARGE = 150;
/** Added to limits, so that a place of exactly the same cost is found as well. */
const EQUAL = 1e-9;

export class Insertions {
  /** The result of `find`. */
  private driver = -1;
  private cost = Infinity;
  private slot = 0;
  /** By unit and driver: the version of the route, then costs and nodes of the cheapest places. */
  private readonly seen: Int32Array;
  private readonly costs: Float64Array;
  /** By unit and driver: the limit of the last look. Places that cost as much or more were not looked for. */
  private readonly limits: Float64Array;
  private readonly behind: Int32Array;
  private readonly behindDelivery: Int32Array;
  private readonly emptyKind: Int32Array;
  /** By driver: the round in which the route was near. */
  private readonly nearRound: Int32Array;
  private readonly isLarge: boolean;
  /** By driver. */
  private readonly places: Places[];
  private rounds = 0;

  constructor(
    private readonly model: Model,
    private readonly routes: Routes,
    private readonly near: Near,
  ) {
    const cells = model.unitCount * model.driverCount;
    this.seen = new Int32Array(cells).fill(-1);
    this.costs = new Float64Array(cells * KEPT);
    this.limits = new Float64Array(cells);
    const [plain, rested] = [new Places(model, routes), new RestedPlaces(model, routes)];
    this.places = Array.from(model.rest, (seconds) => (seconds > 0 ? rested : plain));
    this.behind = new Int32Array(cells * KEPT);
    this.behindDelivery = new Int32Array(cells * KEPT);
    this.emptyKind = new Int32Array(model.driverCount).fill(-1);
    this.nearRound = new Int32Array(model.driverCount);
    this.isLarge = model.stopCount > LARGE;
  }

  /**
   * Inserts a unit at its cheapest place, if there is one.
   * @param blink the chance, from 0 to 1, that a place is skipped, so that the search does not always take
   * the same steps.
   */
  insert(unit: number, blink: number, random: () => number): boolean {
    const isFound = this.find(unit, blink, random);
    if (isFound) this.insertFound(unit);
    return isFound;
  }

  private find(unit: number, blink: number, random: () => number): boolean {
    const delivery = this.model.deliveryOf[unit] ?? -1;
    if (delivery >= 0) return this.findBefore(unit, delivery);
    this.rounds += 1;
    if (!this.isLarge || this.model.mayMove[unit] === 0) return this.findAmong(unit, blink, random, false);
    this.markNear(this.model.first[unit] ?? 0);
    const then = this.model.then[unit] ?? -1;
    if (then >= 0) this.markNear(then);
    if (this.findAmong(unit, blink, random, true)) return true;
    this.rounds += 1;
    return this.findAmong(unit, blink, random, false);
  }

  /** Looks only in the route of the delivery that the unit feeds. */
  private findBefore(unit: number, delivery: number): boolean {
    this.driver = this.routes.routeOf[delivery] ?? -1;
    if (this.driver < 0) return false;
    const cell = unit * this.model.driverCount + this.driver;
    this.slot = cell * KEPT;
    this.cost = this.costIn(unit, this.driver, 0, Infinity) + (this.model.price[cell] ?? 0);
    return this.cost < LEFT_OUT;
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
    const { count } = this.routes;
    const bound = this.boundOf(unit);
    this.driver = -1;
    this.cost = Infinity;
    for (let driver = 0; driver < driverCount; driver += 1) {
      const own = price[unit * driverCount + driver] ?? 0;
      if (own >= this.cost) continue;
      const isEmpty = count[driver] === 0;
      if (isNear && !isEmpty && this.nearRound[driver] !== this.rounds && home[unit] !== driver) continue;
      if (isEmpty) {
        const alike = kind[driver] ?? 0;
        if (this.emptyKind[alike] === this.rounds && home[unit] !== driver) continue;
        this.emptyKind[alike] = this.rounds;
      }
      const extra = own + (isEmpty ? driverCost : 0);
      const place = random() < blink ? 1 : 0;
      const cost = this.costIn(unit, driver, place, Math.min(this.cost, bound) - extra) + extra;
      if (cost >= this.cost) continue;
      this.cost = cost;
      this.driver = driver;
      this.slot = (unit * driverCount + driver) * KEPT + place;
    }
    return this.cost < LEFT_OUT;
  }

  /** Returns an upper bound of the cost: that of the second place in the route of a stop that is near. */
  private boundOf(unit: number): number {
    const { stops, count } = this.near;
    const { price, driverCount, first } = this.model;
    const row = (first[unit] ?? 0) * count;
    for (let i = 0; i < count && i < NEAREST; i += 1) {
      const driver = this.routes.routeOf[stops[row + i] ?? 0] ?? -1;
      if (driver < 0) continue;
      const own = price[unit * driverCount + driver] ?? 0;
      if (own < Infinity) return this.costIn(unit, driver, 1, Infinity) + own + EQUAL;
    }
    return Infinity;
  }

  /**
   * The cost of the first or second cheapest place in a route. It is only exact when it is less than `limit`.
   */
  private costIn(unit: number, driver: number, place: number, limit: number): number {
    const cell = unit * this.model.driverCount + driver;
    const slot = cell * KEPT + place;
    const version = this.routes.version[driver] ?? 0;
    const known = this.limits[cell] ?? 0;
    if (this.seen[cell] !== version || ((this.costs[slot] ?? 0) >= known && known < limit)) {
      const places = this.places[driver];
      places?.look(unit, driver, limit);
      this.seen[cell] = version;
      this.limits[cell] = limit;
      if (places) this.store(cell * KEPT, places);
    }
    return this.costs[slot] ?? 0;
  }

  private insertFound(unit: number): void {
    const stop = this.model.first[unit] ?? 0;
    const delivery = this.model.then[unit] ?? -1;
    this.routes.insert(stop, this.behind[this.slot] ?? 0);
    if (delivery >= 0) {
      const node = this.behindDelivery[this.slot] ?? TOGETHER;
      this.routes.insert(delivery, node === TOGETHER ? stop : node);
    }
    this.routes.refresh(this.driver);
  }

  private store(slot: number, { best, second, bestAt, secondAt, bestThen, secondThen }: Places): void {
    this.costs[slot] = bestAt < 0 ? Infinity : best;
    this.costs[slot + 1] = secondAt < 0 ? Infinity : second;
    this.behind[slot] = bestAt;
    this.behind[slot + 1] = secondAt;
    this.behindDelivery[slot] = bestThen;
    this.behindDelivery[slot + 1] = secondThen;
  }
}
