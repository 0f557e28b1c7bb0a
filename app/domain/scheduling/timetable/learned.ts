/** What past legs and stops teach about the next ones. Pure. */

/** A drive that is over: what the roads said, and what it took. */
type PastLeg = { roadSeconds: number; seconds: number; hourOfWeek: number };
/** A stop that is over. */
type PastStop = { address: string; type: string; seconds: number };
/** What was predicted, and by how much it was wrong, in units of the deviation that was expected. */
type PastError = number;

type Spread = { low: number; high: number };
/** A time, and how far it usually is off. */
type Expected = { seconds: number; deviation: number };

export type Learned = {
  /** @param whole seconds by road of the drive of which this is the rest: what a drive of that length takes longer. */
  leg: (roadSeconds: number, hourOfWeek: number, whole?: number) => Expected;
  stop: (address: string, type: string) => Expected;
  /** How many expected deviations before and after the expectation the range ends. */
  spread: Spread;
};

/** Before anything is known: three minutes at a stop, and drives that take what the roads say, more or less. */
const FIRST_STOP_SECONDS = 180;
const FIRST_STOP_SPREAD = 0.6;
const FIRST_LEG_SPREAD = 0.35;
/** A tenth of all arrivals is earlier, a tenth later, when errors are what is expected of them. */
const FIRST_SPREAD: Spread = { low: 1.28, high: 1.28 };
const SHARE_OUTSIDE = 0.1;

/** With so many of its own, a group counts half, and what it belongs to the other half. */
const HALF_AT = 5;
const ERRORS_HALF_AT = 50;

/** Drives of up to so many seconds are alike: short ones are mostly lights and parking. */
const BANDS = [180, 480, 1_200, Infinity];
/** A longer or shorter one was no drive between the two: a break, or a stop that was reported late. */
const LARGEST_RATIO = 4;
/** Longer is no stop but a break. */
const LONGEST_STOP_SECONDS = 45 * 60;

const bandOf = (roadSeconds: number) => BANDS.findIndex((most) => roadSeconds <= most);
const shrink = (own: number, count: number, parent: number, halfAt = HALF_AT) =>
  parent + (own - parent) * (count / (count + halfAt));

function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN];
  return below + (above - below) * (at - Math.floor(at));
}
const ascending = (values: number[]) => [...values].sort((a, b) => a - b);
const median = (values: number[]) => quantile(ascending(values), 0.5);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function grouped<Item, Key>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Factors are means of logarithms: twice and half as long cancel each other. */
function learnLegs(past: PastLeg[]): Learned['leg'] {
  const drives = past.flatMap(({ roadSeconds, seconds, hourOfWeek }) => {
    const ratio = Math.log(seconds / roadSeconds);
    const isDrive = Math.abs(ratio) <= Math.log(LARGEST_RATIO);
    return isDrive ? [{ ratio, band: bandOf(roadSeconds), hourOfWeek }] : [];
  });
  const ratios = (group: typeof drives) => group.map(({ ratio }) => ratio);
  const learn = (group: typeof drives, parent: number) =>
    group.length === 0 ? parent : shrink(mean(ratios(group)), group.length, parent);
  const all = learn(drives, 0);
  const bands = grouped(drives, ({ band }) => band);
  const ofBand = BANDS.map((_, band) => learn(bands.get(band) ?? [], all));
  const cellOf = (band: number, hourOfWeek: number) => band * 168 + hourOfWeek;
  const ofCell = new Map(
    [...grouped(drives, ({ band, hourOfWeek }) => cellOf(band, hourOfWeek))].map(([cell, group]) => [
      cell,
      learn(group, ofBand[Math.floor(cell / 168)] ?? all),
    ]),
  );
  const factorOf = (band: number, hourOfWeek: number) =>
    ofCell.get(cellOf(band, hourOfWeek)) ?? ofBand[band] ?? all;
  const spreads = BANDS.map((_, band) => {
    const residuals = (bands.get(band) ?? []).map(
      ({ ratio, hourOfWeek }) => (ratio - factorOf(band, hourOfWeek)) ** 2,
    );
    if (residuals.length === 0) return FIRST_LEG_SPREAD;
    return Math.sqrt(shrink(mean(residuals), residuals.length, FIRST_LEG_SPREAD ** 2));
  });
  return (roadSeconds, hourOfWeek, whole = roadSeconds) => {
    const band = bandOf(whole);
    const seconds = roadSeconds * Math.exp(factorOf(band, hourOfWeek));
    return { seconds, deviation: seconds * (spreads[band] ?? FIRST_LEG_SPREAD) };
  };
}

function learnStops(past: PastStop[]): Learned['stop'] {
  const stops = past.filter(({ seconds }) => seconds >= 0 && seconds <= LONGEST_STOP_SECONDS);
  const learn = (group: PastStop[], parent: Expected): Expected => {
    const times = group.map(({ seconds }) => seconds);
    const own = median(times);
    // 1.48 medians of absolute deviations are one standard deviation, whatever a few long waits say.
    const spread = 1.48 * median(times.map((seconds) => Math.abs(seconds - own)));
    return {
      seconds: shrink(own, group.length, parent.seconds),
      deviation: shrink(spread, group.length, parent.deviation),
    };
  };
  const first = { seconds: FIRST_STOP_SECONDS, deviation: FIRST_STOP_SECONDS * FIRST_STOP_SPREAD };
  const ofType = new Map(
    [...grouped(stops, ({ type }) => type)].map(([type, group]) => [type, learn(group, first)]),
  );
  const keyOf = (address: string, type: string) => `${type} ${address}`;
  const ofAddress = new Map(
    [...grouped(stops, ({ address, type }) => keyOf(address, type))].map(([key, group]) => [
      key,
      learn(group, ofType.get(group[0]?.type ?? '') ?? first),
    ]),
  );
  return (address, type) => ofAddress.get(keyOf(address, type)) ?? ofType.get(type) ?? first;
}

function learnSpread(errors: PastError[]): Spread {
  if (errors.length === 0) return FIRST_SPREAD;
  const sorted = ascending(errors);
  const learn = (end: number, first: number) =>
    Math.max(0.25, shrink(end, errors.length, first, ERRORS_HALF_AT));
  return {
    low: learn(-quantile(sorted, SHARE_OUTSIDE), FIRST_SPREAD.low),
    high: learn(quantile(sorted, 1 - SHARE_OUTSIDE), FIRST_SPREAD.high),
  };
}

export const learn = (past: { legs: PastLeg[]; stops: PastStop[]; errors: PastError[] }): Learned => ({
  leg: learnLegs(past.legs),
  stop: learnStops(past.stops),
  spread: learnSpread(past.errors),
});

export const NOTHING_LEARNED = learn({ legs: [], stops: [], errors: [] });
