/** A day of 40 tasks for six drivers: deliveries and pickups in both states, some held until later, and a transfer. */
import { BUSINESSES } from './kansas-city';

export const DRIVERS = ['day1', 'day2', 'day3', 'day4', 'day5', 'day6'];
export const TASKS = 40;

export const DAY_PEOPLE = DRIVERS.map((username, i) => ({
  username,
  name: `Day Driver ${String(i + 1)}`,
  roles: ['driver'],
}));

export const places = BUSINESSES.map(({ name, type, address, city, state, zip }, i) => ({
  name,
  type,
  address: `${address}, ${city}, ${state} ${zip}`,
  state,
  i,
})).sort((a, b) => ((a.i * 7) % 60) - ((b.i * 7) % 60)); // both states and all types, mixed

export type Planned = { driver: string; body: Record<string, unknown> };

export function plan(ids: Record<string, number>): Planned[] {
  return places.slice(0, TASKS).map((place, i) => {
    const driver = DRIVERS[i % DRIVERS.length] ?? '';
    const isHold = i % 13 === 5;
    const body: Record<string, unknown> = {
      location: place.name,
      address: place.address,
      driver_id: ids[driver],
      priority: i % 9 === 4 ? 'urgent' : 'normal',
      ...(place.type === 'shop'
        ? { type: 'delivery', invoice_number: `INV-${String(9_000 + i)}` }
        : { type: 'pickup', part_numbers: `P-${String(100 + i)}` }),
      ...(isHold && { status: 'hold', need_by: new Date(Date.now() + 4_000).toISOString() }),
    };
    if (i === TASKS - 1) {
      Object.assign(body, {
        type: 'transfer',
        part_numbers: 'HAND-OVER-1',
        transfer_to_driver_id: ids.day2,
        transfer_destination_location: 'Brookside Auto Repair',
        transfer_destination_address: '6300 Brookside Plaza, Kansas City, MO 64113',
        driver_id: ids.day1,
        status: 'pending',
      });
    }
    return { driver, body };
  });
}
