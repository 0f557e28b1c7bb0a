/** The routes that the search changes: linked lists of nodes with their timetable. */
import { NO_WAY, type Model } from './plan-model';
import { latestBefore, opened, passed } from '~/domain/scheduling/timetable/day-clock';

/** A copy of the routes. */
export type Found = { routes: number[][]; absent: Int32Array };

export class Routes {
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** By node; -1 for a stop that is in no route. */
  readonly routeOf: Int32Array;
  /** By node: the time at which service begins and ends. */
  readonly begin: Float64Array;
  readonly leave: Float64Array;
  /** By node: the latest arrival that delays neither this stop nor a later one. */
  readonly latest: Float64Array;
  /** By node: the load after it, and the largest load after any later stop that adds something. */
  readonly load: Float64Array;
  readonly peak: Float64Array;
  /** By node: the length of the leg to the next. */
  readonly leg: Float64Array;
  /** By driver: the last node that stays; other stops come behind it. */
  readonly gate: Int32Array;
  /** By driver. */
  readonly count: Int32Array;
  readonly costs: Float64Array;
  /** By driver: a number that identifies this state of the route. */
  readonly version: Int32Array;
  /** Units in no route; only the first `absentCount` are valid. */
  readonly absent: Int32Array;
  absentCount = 0;
  private versions = 0;
  private readonly touched: number[] = [];
  private readonly isTouched: Uint8Array;
  private readonly savedNext: Int32Array;
  private readonly savedVersion: Int32Array;
  private readonly savedAbsent: Int32Array;
  private savedAbsentCount = 0;

  constructor(private readonly model: Model) {
    const nodes = model.site.length;
    const { driverCount, stopCount } = model;
    this.next = new Int32Array(nodes).fill(-1);
    this.previous = new Int32Array(nodes).fill(-1);
    this.routeOf = new Int32Array(nodes).fill(-1);
    this.begin = new Float64Array(nodes);
    this.leave = new Float64Array(nodes);
    this.latest = new Float64Array(nodes);
    this.load = new Float64Array(nodes);
    this.peak = new Float64Array(nodes);
    this.leg = new Float64Array(nodes);
    this.count = new Int32Array(driverCount);
    this.costs = new Float64Array(driverCount);
    this.version = new Int32Array(driverCount);
    this.isTouched = new Uint8Array(driverCount);
    this.absent = new Int32Array(model.unitCount);
    this.savedAbsent = new Int32Array(model.unitCount);
    this.savedNext = new Int32Array(nodes);
    this.savedVersion = new Int32Array(driverCount);
    this.gate = Int32Array.from({ length: driverCount }, (_, driver) => stopCount + driver);
    for (let driver = 0; driver < driverCount; driver += 1) {
      const [start, end] = [this.startOf(driver), this.endOf(driver)];
      this.link(start, end);
      this.routeOf[start] = driver;
      this.routeOf[end] = driver;
      this.refresh(driver);
    }
  }

  /** The sum of all routes' costs. */
  get cost(): number {
    let sum = 0;
    for (const cost of this.costs) sum += cost;
    return sum;
  }

  startOf(driver: number): number {
    return this.model.stopCount + driver;
  }

  endOf(driver: number): number {
    return this.model.stopCount + this.model.driverCount + driver;
  }

  /** The stops of a route in order. */
  stopsOf(driver: number): number[] {
    const stops: number[] = [];
    for (
      let node = this.next[this.startOf(driver)] ?? 0;
      node < this.model.stopCount;
      node = this.next[node] ?? 0
    )
      stops.push(node);
    return stops;
  }

  /** Puts a stop behind a node of the route. The timetable is wrong until `refresh`. */
  insert(stop: number, node: number): void {
    const driver = this.routeOf[node] ?? 0;
    this.touch(driver);
    this.link(stop, this.next[node] ?? 0);
    this.link(node, stop);
    this.routeOf[stop] = driver;
    this.count[driver] = (this.count[driver] ?? 0) + 1;
  }

  /** Takes a whole unit out, and its feeders. The timetable is wrong until `refresh`. */
  take(unit: number): void {
    for (const pickup of this.model.pickupsOf[unit] ?? [])
      if ((this.routeOf[this.model.first[pickup] ?? 0] ?? -1) >= 0) this.take(pickup);
    const then = this.model.then[unit] ?? -1;
    this.remove(this.model.first[unit] ?? 0);
    if (then >= 0) this.remove(then);
    this.absent[this.absentCount] = unit;
    this.absentCount += 1;
  }

  private remove(stop: number): void {
    const driver = this.routeOf[stop] ?? 0;
    this.touch(driver);
    this.link(this.previous[stop] ?? 0, this.next[stop] ?? 0);
    this.routeOf[stop] = -1;
    this.count[driver] = (this.count[driver] ?? 0) - 1;
  }

  /** Computes timetable, loads and costs of a route that has changed. */
  refresh(driver: number): void {
    const { site, siteCount, lengths, seconds, after, by, service, size, lateCost, driverCost } = this.model;
    const [due, rest] = [this.model.due[driver] ?? 0, this.model.rest[driver] ?? 0];
    const [start, end] = [this.startOf(driver), this.endOf(driver)];
    let cost = (this.count[driver] ?? 0) > 0 ? driverCost : 0;
    let clock = after[start] ?? 0;
    let load = size[start] ?? 0;
    this.begin[start] = clock;
    this.leave[start] = clock;
    this.load[start] = load;
    for (let node = start; node !== end;) {
      const then = this.next[node] ?? 0;
      const cell = (site[node] ?? 0) * siteCount + (site[then] ?? 0);
      const leg = lengths[cell] ?? 0;
      // Otherwise, insertions that replace a missing road of the route would look extremely cheap.
      this.leg[node] = leg < NO_WAY ? leg : 0;
      cost += leg;
      if (clock > due) clock = Math.max(clock + (seconds[cell] ?? 0), after[then] ?? 0);
      else clock = opened(passed(clock, seconds[cell] ?? 0, due, rest), after[then] ?? 0, due, rest);
      const late = clock - (by[then] ?? 0);
      if (late > 0 && lateCost[then] !== Infinity) cost += late * (lateCost[then] ?? 0);
      this.begin[then] = clock;
      clock = clock > due ? clock + (service[then] ?? 0) : passed(clock, service[then] ?? 0, due, rest);
      this.leave[then] = clock;
      load += size[then] ?? 0;
      this.load[then] = load;
      node = then;
    }
    let latest = this.dueAt(end);
    let peak = -Infinity;
    this.latest[end] = latest;
    this.peak[end] = peak;
    for (let node = end; node !== start;) {
      const before = this.previous[node] ?? 0;
      const leg = seconds[(site[before] ?? 0) * siteCount + (site[node] ?? 0)] ?? 0;
      const on = leg + (service[before] ?? 0);
      latest = rest > 0 ? latestBefore(latest, on, due, rest) : latest - on;
      latest = Math.min(latest, this.dueAt(before));
      if ((size[node] ?? 0) > 0 && (this.load[node] ?? 0) > peak) peak = this.load[node] ?? 0;
      this.latest[before] = latest;
      this.peak[before] = peak;
      node = before;
    }
    this.costs[driver] = cost;
    this.versions += 1;
    this.version[driver] = this.versions;
  }

  /** Returns the time until which a delay of this node costs nothing more. */
  dueAt(node: number): number {
    const due = this.model.by[node] ?? 0;
    return this.model.lateCost[node] === Infinity ? due : Math.max(due, this.begin[node] ?? 0);
  }

  /**
   * Whether a route keeps the rules that may never be broken: capacity, roads, and times where no delay is
   * allowed. Stops that stay in any case are not checked.
   */
  isAllowed(driver: number): boolean {
    const { site, siteCount, lengths, size, by, lateCost, capacity } = this.model;
    const end = this.endOf(driver);
    let node = this.gate[driver] ?? end;
    if (this.next[node] === end) return true;
    while (node !== end) {
      const then = this.next[node] ?? end;
      const length = lengths[(site[node] ?? 0) * siteCount + (site[then] ?? 0)] ?? 0;
      const isFull = (size[then] ?? 0) > 0 && (this.load[then] ?? 0) > (capacity[driver] ?? 0);
      const isLate = lateCost[then] === Infinity && (this.begin[then] ?? 0) > (by[then] ?? 0);
      if (length >= NO_WAY || isFull || isLate) return false;
      node = then;
    }
    return true;
  }

  /**
   * Returns the first stop behind `gate` that adds more than fits, or the end. A delivery of goods that are
   * in the vehicle must be put before that stop: without the delivery, the goods still take up room there.
   */
  firstWithoutRoom(driver: number, gate: number): number {
    const end = this.endOf(driver);
    const { size, capacity } = this.model;
    const most = capacity[driver] ?? 0;
    let node = this.next[gate] ?? end;
    while (node !== end && ((size[node] ?? 0) <= 0 || (this.load[node] ?? 0) <= most))
      node = this.next[node] ?? end;
    return node;
  }

  /**
   * Whether everything fits in the routes that have changed. Without a delivery, its goods stay in the
   * vehicle.
   */
  hasRoom(): boolean {
    return this.touched.every(
      (driver) => this.firstWithoutRoom(driver, this.gate[driver] ?? 0) === this.endOf(driver),
    );
  }

  /** Remembers this state for `restore`. */
  save(): void {
    for (const driver of this.touched) this.isTouched[driver] = 0;
    this.touched.length = 0;
    this.savedAbsentCount = this.absentCount;
    for (let i = 0; i < this.absentCount; i += 1) this.savedAbsent[i] = this.absent[i] ?? 0;
  }

  /** Restores the state that was kept last. */
  restore(): void {
    for (const driver of this.touched) {
      const end = this.endOf(driver);
      for (let node = this.next[this.startOf(driver)] ?? 0; node !== end; node = this.next[node] ?? 0)
        this.routeOf[node] = -1;
    }
    for (const driver of this.touched) {
      let count = -1;
      const end = this.endOf(driver);
      for (let node = this.startOf(driver); node !== end; count += 1) {
        const then = this.savedNext[node] ?? 0;
        this.link(node, then);
        this.routeOf[then] = driver;
        node = then;
      }
      this.count[driver] = count;
      this.refresh(driver);
      this.version[driver] = this.savedVersion[driver] ?? 0;
      this.isTouched[driver] = 0;
    }
    this.touched.length = 0;
    this.absentCount = this.savedAbsentCount;
    for (let i = 0; i < this.absentCount; i += 1) this.absent[i] = this.savedAbsent[i] ?? 0;
  }

  private touch(driver: number): void {
    if (this.isTouched[driver] === 1) return;
    this.isTouched[driver] = 1;
    this.touched.push(driver);
    this.savedVersion[driver] = this.version[driver] ?? 0;
    const end = this.endOf(driver);
    for (let node = this.startOf(driver); node !== end;) {
      const then = this.next[node] ?? 0;
      this.savedNext[node] = then;
      node = then;
    }
  }

  private link(before: number, behind: number): void {
    this.next[before] = behind;
    this.previous[behind] = before;
  }
}
