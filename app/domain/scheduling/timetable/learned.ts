/** Learns from past legs and stops how long the next ones take. Pure. */

/** A finished drive: the time that the roads predicted, and the real time. */
type PastLeg = { roadSeconds: number; seconds: number; hourOfWeek: number };
/** A finished stop. */
type PastStop = { address: string; type: string; seconds: number };
/**
 * The error of a prediction made `ahead` minutes before, in units of the deviation that was expected.
 * `deviation` is in seconds.
 */
export type PastError = { error: number; deviation: number; ahead: number };

type Spread = { low: number; high: number };
/** A time, and its usual deviation. */
type Expected = { seconds: number; deviation: number };

export type Learned = {
  /**
   * @param whole seconds by road of the whole drive, when this is only the rest of it: part of the extra time
   * of a drive is at its beginning.
   */
  leg: (roadSeconds: number, hourOfWeek: number, whole?: number) => Expected;
  stop: (address: string, type: string) => Expected;
  /**
   * Returns how many expected deviations the range reaches before and after the expected arrival. @param
   * ahead minutes until it
   */
  spread: (ahead: number) => Spread;
};

/**
 * Used until there are past drives and stops: three minutes at a stop, and about the time that the roads say.
 */
const FIRST_STOP_SECONDS = 180;
const FIRST_STOP_SPREAD = 0.6;
const FIRST_LEG_SPREAD = 0.35;
/** Used until there are past errors: delays are larger than gains. */
const FIRST_SPREAD: Spread = { low: 1.28, high: 2 };
/**
 * The share of arrivals that should be within their range. `SHARES_OUTSIDE` are the shares that may be before
 * and behind it, the widest range last.
 */
const WITHIN = 0.9;
const SHARES_OUTSIDE = [0.2, 0.17, 0.15, 0.13, 0.11, 0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.04, 0.03, 0.02];
/** Ranges are shown in steps of five minutes. */
const STEP_SECONDS = 300;
/** Bands of minutes ahead, because near arrivals are predicted from other data than far ones. */
const AHEAD_BANDS = [6, 15, 30, Infinity];

/**
 * A group with this many entries of its own counts half; the other half comes from the group that it belongs
 * to.
 */
const HALF_AT = 5;
const ERRORS_HALF_AT = 50;

/** Bands of drives by seconds: short drives are mostly lights and parking. */
const BANDS = [180, 480, 1_200, Infinity];
/**
 * A drive with a larger or smaller ratio was not a drive between the two stops: there was a break, or a stop
 * was reported late.
 */
const LARGEST_RATIO = 4;
/** The limit for logarithms of ratios. A drive farther from the middle of all counts as one at the limit. */
const FARTHEST_RATIO = 0.6;
/** A longer stop was a break. */
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

/**
 * Lights and parking take at most so many seconds by road for any drive. With EXTRA_HALF_AT drives, half of
 * the learned value is used.
 */
const MOST_EXTRA_SECONDS = 180;
const EXTRA_HALF_AT = 20;

/**
 * Learns the seconds that each drive takes longer regardless of its length: where the regression line of all
 * drives begins.
 */
function learnExtra(drives: PastLeg[]): number {
  // Relative errors are used, because a minute is much for a short drive.
  const points = drives.map(({ roadSeconds, seconds }) => [1 / roadSeconds, seconds / roadSeconds] as const);
  const [x, y] = [mean(points.map(([each]) => each)), mean(points.map(([, each]) => each))];
  const slope =
    points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0) /
    points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
  const extra = slope / (y - slope * x);
  if (!Number.isFinite(extra)) return 0;
  return shrink(Math.min(MOST_EXTRA_SECONDS, Math.max(0, extra)), drives.length, 0, EXTRA_HALF_AT);
}

/** Factors are means of logarithms, so that twice and half as long cancel each other. */
function learnLegs(past: PastLeg[]): Learned['leg'] {
  const drives = past.filter(
    ({ roadSeconds, seconds }) => Math.abs(Math.log(seconds / roadSeconds)) <= Math.log(LARGEST_RATIO),
  );
  const extra = learnExtra(drives);
  const ratioOf = ({ roadSeconds, seconds }: PastLeg) => Math.log(seconds / (roadSeconds + extra));
  const middle = drives.length === 0 ? 0 : median(drives.map(ratioOf));
  const known = drives.map((drive) => ({
    band: bandOf(drive.roadSeconds),
    hourOfWeek: drive.hourOfWeek,
    hour: drive.hourOfWeek % 24,
    // The ratio is limited, because a pause on the way tells nothing about the streets.
    ratio: Math.min(middle + FARTHEST_RATIO, Math.max(middle - FARTHEST_RATIO, ratioOf(drive))),
  }));
  type Known = (typeof known)[number];
  const learn = (group: Known[], parent: number) =>
    group.length === 0 ? parent : shrink(mean(group.map(({ ratio }) => ratio)), group.length, parent);
  const all = learn(known, 0);
  const ofHour = new Map(
    [...grouped(known, ({ hour }) => hour)].map(([hour, group]) => [hour, learn(group, all)]),
  );
  const ofHourOfWeek = new Map(
    [...grouped(known, ({ hourOfWeek }) => hourOfWeek)].map(([at, group]) => [
      at,
      learn(group, ofHour.get(at % 24) ?? all),
    ]),
  );
  const atHour = (hourOfWeek: number) => ofHourOfWeek.get(hourOfWeek) ?? ofHour.get(hourOfWeek % 24) ?? all;
  // The effect of the hour is subtracted first, so the rest is the effect of a drive's length.
  const bands = grouped(known, ({ band }) => band);
  const ofBand = BANDS.map((_, band) => {
    const left = (bands.get(band) ?? []).map((each) => each.ratio - atHour(each.hourOfWeek));
    return left.length === 0 ? 0 : shrink(mean(left), left.length, 0);
  });
  const factorOf = (band: number, hourOfWeek: number) => atHour(hourOfWeek) + (ofBand[band] ?? 0);
  const spreads = BANDS.map((_, band) => {
    const residuals = (bands.get(band) ?? []).map(
      ({ ratio, hourOfWeek }) => (ratio - factorOf(band, hourOfWeek)) ** 2,
    );
    if (residuals.length === 0) return FIRST_LEG_SPREAD;
    return Math.sqrt(shrink(mean(residuals), residuals.length, FIRST_LEG_SPREAD ** 2));
  });
  return (roadSeconds, hourOfWeek, whole = roadSeconds) => {
    // Half of the extra time of a drive is at its end.
    const ahead = roadSeconds + extra * (whole > 0 ? 0.5 + (0.5 * Math.min(roadSeconds, whole)) / whole : 1);
    const seconds = ahead * Math.exp(factorOf(bandOf(whole), hourOfWeek));
    return { seconds, deviation: seconds * (spreads[bandOf(roadSeconds)] ?? FIRST_LEG_SPREAD) };
  };
}

function learnStops(past: PastStop[]): Learned['stop'] {
  const stops = past.filter(({ seconds }) => seconds >= 0 && seconds <= LONGEST_STOP_SECONDS);
  const learn = (group: PastStop[], parent: Expected): Expected => {
    const times = group.map(({ seconds }) => seconds);
    const own = median(times);
    // 1.48 times the median absolute deviation equals one standard deviation, and a few long waits do not
    // change it.
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

/**
 * Returns the share of past arrivals within a range. Its ends are whole steps, so on average each is half a
 * step farther out.
 */
function shareWithin(errors: PastError[], { low, high }: Spread): number {
  const inside = errors.map(({ error, deviation }) => {
    const beyond = error < 0 ? -error - low : error - high;
    return 1 - Math.min(1, Math.max(0, (beyond * deviation) / STEP_SECONDS));
  });
  return mean(inside);
}

function spreadAt(sorted: readonly number[], outside: number): Spread {
  const learn = (end: number, first: number) =>
    Math.max(0.25, shrink(end, sorted.length, first, ERRORS_HALF_AT));
  return {
    low: learn(-quantile(sorted, outside), FIRST_SPREAD.low),
    high: learn(quantile(sorted, 1 - outside), FIRST_SPREAD.high),
  };
}

/** Returns the narrowest range that contains nine of ten arrivals. */
function learnSpread(errors: PastError[]): Spread {
  if (errors.length === 0) return FIRST_SPREAD;
  const sorted = ascending(errors.map(({ error }) => error));
  const spreads = SHARES_OUTSIDE.map((outside) => spreadAt(sorted, outside));
  return spreads.find((spread) => shareWithin(errors, spread) >= WITHIN) ?? spreads.at(-1) ?? FIRST_SPREAD;
}

function learnSpreads(errors: PastError[]): Learned['spread'] {
  const all = learnSpread(errors);
  const bands = AHEAD_BANDS.map((most, band) => {
    const own = errors.filter(({ ahead }) => ahead <= most && ahead > (AHEAD_BANDS[band - 1] ?? -Infinity));
    const { low, high } = learnSpread(own);
    const share = own.length / (own.length + ERRORS_HALF_AT);
    return { low: all.low + (low - all.low) * share, high: all.high + (high - all.high) * share };
  });
  return (ahead) => bands[AHEAD_BANDS.findIndex((most) => ahead <= most)] ?? all;
}

export const learn = (past: { legs: PastLeg[]; stops: PastStop[]; errors: PastError[] }): Learned => ({
  leg: learnLegs(past.legs),
  stop: learnStops(past.stops),
  spread: learnSpreads(past.errors),
});

export const NOTHING_LEARNED = learn({ legs: [], stops: [], errors: [] });
