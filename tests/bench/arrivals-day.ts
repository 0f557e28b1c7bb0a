/** Days of a made-up courier network: drives with traffic, and stops that take their time. The same every time. */
import { diceOf, type Dice } from 'db/demo/dice';
import type { LatLng } from '~/domain/geography/coordinates';
import { estimatedMatrix, straightMetres } from '~/domain/geography/distance';

const CENTER = { lat: 39.09, lng: -94.58 };
const SHOPS = 160;
const DRIVERS = 6;
const STOPS = 25;
const DAY_MS = 24 * 60 * 60_000;
const MONDAY = Date.UTC(2027, 0, 4);

type Shop = LatLng & { address: string; type: string; seconds: number };
/** Where the drive begins, what an estimate says of it, when it began, when it ended, and when the stop was over. */
export type Visit = {
  shop: Shop;
  from: LatLng;
  roadSeconds: number;
  left: number;
  arrived: number;
  done: number;
};
/** The visits of one driver on one day. */
export type DriverDay = Visit[];

/** Of a normal distribution around 0. */
const noise = (dice: Dice) => Math.sqrt(-2 * Math.log(1 - dice.next())) * Math.cos(2 * Math.PI * dice.next());

function makeShops(dice: Dice): Shop[] {
  return Array.from({ length: SHOPS }, (_, index) => ({
    lat: CENTER.lat + noise(dice) * 0.09,
    lng: CENTER.lng + noise(dice) * 0.11,
    address: `${String(index)} Main Street`,
    type: dice.chance(0.75) ? 'delivery' : 'pickup',
    seconds: 240 * Math.exp(noise(dice) * 0.5),
  }));
}

/** How slow the streets are by the hour: the way to work, lunch, and the way home. */
const SLOW = new Map([
  [7, 1.25],
  [8, 1.3],
  [11, 1.1],
  [12, 1.15],
  [16, 1.25],
  [17, 1.4],
]);

export const roadSecondsBetween = (from: LatLng, to: LatLng) => estimatedMatrix([from, to]).seconds[1] ?? 0;

/** Days after each other, weekends left out, each with the visits of all drivers. */
export function makeDays(count: number): DriverDay[][] {
  const dice = diceOf(2027);
  const shops = makeShops(dice);
  const days = Array.from({ length: count * 2 }, (_, day) => MONDAY + day * DAY_MS);
  return days
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .slice(0, count)
    .map((day) => {
      const weather = Math.exp(noise(dice) * 0.08);
      return Array.from({ length: DRIVERS }, () =>
        driveOf(dice, dice.shuffle(shops).slice(0, STOPS), day, weather),
      );
    });
}

function driveOf(dice: Dice, shops: Shop[], day: number, weather: number): DriverDay {
  const visits: DriverDay = [];
  const left = [...shops];
  let from: LatLng = CENTER;
  let now = day + 8 * 3_600_000;
  while (left.length > 0) {
    left.sort((a, b) => straightMetres(from, a) - straightMetres(from, b));
    const [shop] = left.splice(0, 1);
    if (!shop) break;
    const roadSeconds = roadSecondsBetween(from, shop);
    const slow = (SLOW.get(new Date(now).getUTCHours()) ?? 1) * weather;
    // Short drives are mostly lights and parking.
    const seconds = (roadSeconds * 1.15 * slow + 70) * Math.exp(noise(dice) * 0.18);
    const arrived = now + seconds * 1_000;
    const done = arrived + shop.seconds * Math.exp(noise(dice) * 0.4) * 1_000;
    visits.push({ shop, from, roadSeconds, left: now, arrived, done });
    [from, now] = [shop, done];
  }
  return visits;
}
