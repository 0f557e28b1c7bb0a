/**
 * Simulated days of a courier network. A drive takes the road time, changed by the traffic of the hour, the weather
 * of the day and chance, and then the time to park. Drivers take breaks, make unplanned pauses, have phones that send
 * nothing, and take stops in another order. The same seed gives the same days.
 */
import { diceOf, type Dice } from 'db/demo/dice';
import { noise, type Shop, type Town } from './arrivals-town';

const DRIVERS = 6;
const STOPS = 26;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MONDAY = Date.UTC(2027, 0, 4);

/** A stop of the day, in the order of the visits. `planned` is its place in the list. */
export type Visit = {
  shop: Shop;
  planned: number;
  /** The drive by road times alone. */
  roadSeconds: number;
  left: number;
  arrived: number;
  done: number;
  /** The driver has reached the place and looks for a way in. */
  parkedFrom: number;
  /** The driver stands on the way, for an unplanned pause or a break. */
  pause: { from: number; until: number } | null;
  /** No position of the drive is known, and of the stop only its completion. */
  isSilent: boolean;
  dueAt: number | null;
};
export type DriverDay = {
  visits: Visit[];
  /** The break of the shift. */
  rest: { from: number; until: number } | null;
  /** Seconds by road between stops, given by their places in the list; -1 is the start. */
  roadBetween: (from: number, to: number) => number;
};

/** The factor by which each hour slows the streets down: rush hours and lunch. */
const SLOW = new Map([
  [7, 1.3],
  [8, 1.35],
  [9, 1.1],
  [11, 1.1],
  [12, 1.15],
  [15, 1.15],
  [16, 1.3],
  [17, 1.45],
]);

/** Shares of 1, and standard deviations of logarithms. */
const WEATHER = 0.07;
const DRIVE = 0.13;
const AT_STOP = 0.4;
const PAUSES = 0.03;
const SILENT = 0.12;
const OTHER_ORDER = 0.05;
const WITH_DUE_TIME = 0.6;

/** Returns consecutive days without weekends, each with all drivers. */
export function makeDays(town: Town, count: number, seed: number): DriverDay[][] {
  const dice = diceOf(seed);
  const days = Array.from({ length: count * 2 }, (_, day) => MONDAY + day * DAY_MS);
  return days
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .slice(0, count)
    .map((day) => {
      const weather = Math.exp(noise(dice) * WEATHER);
      return Array.from({ length: DRIVERS }, () => dayOf(town, dice, day, weather));
    });
}

function dayOf({ shops, seconds }: Town, dice: Dice, day: number, weather: number): DriverDay {
  const road = (from: number, to: number) => seconds[from * shops.length + to] ?? 0;
  const planned = planOf(dice, shops, road);
  const numberOf = (place: number) => (place < 0 ? 0 : (planned[place] ?? 0));
  const roadBetween = (from: number, to: number) => road(numberOf(from), numberOf(to));
  const order = planned.map((_, place) => place);
  for (let place = 0; place < order.length - 1; place += 1)
    if (dice.chance(OTHER_ORDER))
      [order[place], order[place + 1]] = [order[place + 1] ?? 0, order[place] ?? 0];
  const breakAt = day + (11.25 + dice.next() * 1.5) * 60 * MINUTE_MS;
  const isBreakPlanned = dice.chance(0.5);
  const rest = isBreakPlanned ? { from: breakAt, until: breakAt + 30 * MINUTE_MS } : null;
  let hasRested = false;
  let [from, now] = [-1, day + (7.5 + dice.next()) * 60 * MINUTE_MS];
  const dues = duesOf(dice, planned, roadBetween, now);
  const visits = order.map((place): Visit => {
    const shop = shops[planned[place] ?? 0];
    if (!shop) throw new Error('A planned stop has no shop');
    const roadSeconds = roadBetween(from, place);
    const slow = (SLOW.get(new Date(now).getUTCHours()) ?? 1) * weather;
    const parking = 45 * Math.exp(noise(dice) * 0.5);
    const drive = roadSeconds * 1.08 * slow * Math.exp(noise(dice) * DRIVE) * 1_000;
    const left = now;
    const isBreak = !hasRested && left + drive > breakAt;
    hasRested ||= isBreak;
    const length = isBreak ? 30 : dice.chance(PAUSES) ? 5 + 20 * dice.next() : 0;
    const pauseAt = isBreak ? Math.max(left, breakAt) : left + drive * dice.next();
    const pause = length > 0 ? { from: pauseAt, until: pauseAt + length * MINUTE_MS } : null;
    const parkedFrom = left + drive + length * MINUTE_MS;
    const arrived = parkedFrom + parking * 1_000;
    const usual = shop.seconds * Math.exp(noise(dice) * AT_STOP) * (dice.chance(0.03) ? 3 : 1);
    const done = arrived + usual * 1_000;
    [from, now] = [place, done];
    return {
      shop,
      planned: place,
      roadSeconds,
      left,
      parkedFrom,
      arrived,
      done,
      pause,
      isSilent: dice.chance(SILENT),
      dueAt: dues[place] ?? null,
    };
  });
  return { visits, rest, roadBetween };
}

/** Makes a list as a dispatcher does, with the nearest stop next. */
function planOf(dice: Dice, shops: Shop[], road: (from: number, to: number) => number): number[] {
  const left = dice.shuffle(shops.map((_, number) => number).slice(1)).slice(0, STOPS);
  const planned: number[] = [];
  for (let from = 0; left.length > 0;) {
    left.sort((a, b) => road(from, a) - road(from, b));
    from = left.shift() ?? 0;
    planned.push(from);
  }
  return planned;
}

/** Promised times are full quarter hours around the expected arrival. */
function duesOf(dice: Dice, planned: number[], road: (from: number, to: number) => number, begin: number) {
  let at = begin;
  return planned.map((_, place) => {
    at += (road(place - 1, place) * 1.25 + 320) * 1_000;
    const due = at + (25 + noise(dice) * 20) * MINUTE_MS;
    return dice.chance(WITH_DUE_TIME) ? Math.ceil(due / (15 * MINUTE_MS)) * 15 * MINUTE_MS : null;
  });
}
