/** The people and places of the stories by name, and the business calendar. */
import { rows } from 'db/connection';
import type { DemoAccount, DemoDealership, DemoPerson, Located } from './accounts';

export type Place = {
  location: string;
  address: string;
  latitude: string | null;
  longitude: string | null;
  geo_precision: 'exact' | 'approximate' | null;
  accountId: number | null;
  receiver: string;
};

/** A day of the business calendar. Weekday 1 is Monday. */
export type Day = { date: string; weekday: number; noon: Date };

export type World = {
  now: Date;
  today: Day;
  tomorrow: Day;
  /** The two weeks before today, earliest first. */
  past: Day[];
  userId(username: string): number;
  /** The first dealership of a person. */
  dealershipOf(username: string): string | null;
  /**
   * Finds an account (its default address, or another one by number) or a dealership of the network by name.
   */
  place(name: string, branch?: number): Place;
};

type Cast = {
  people: (DemoPerson & { id: number })[];
  accounts: (DemoAccount & { id: number })[];
  dealerships: DemoDealership[];
};

const PAST_DAYS = 14;

export async function worldOf(timeZone: string, cast: Cast): Promise<World> {
  // Working hours are counted from noon, because no zone changes its clocks between morning and evening.
  const days = await rows<Day & { now: Date }>(
    `select to_char(day, 'YYYY-MM-DD') as date, extract(isodow from day)::integer as weekday,
            (day + interval '12 hours') at time zone $timeZone as noon, now() as now
     from generate_series(
       date_trunc('day', now() at time zone $timeZone) - make_interval(days => $pastDays),
       date_trunc('day', now() at time zone $timeZone) + interval '1 day',
       interval '1 day'
     ) as day
     order by day`,
    { timeZone, pastDays: PAST_DAYS },
  );
  const [today, tomorrow] = days.slice(-2);
  if (!today || !tomorrow) throw new Error('The calendar is empty');

  const people = new Map(cast.people.map((person) => [person.username, person]));
  const places = new Map<string, Place[]>([
    ...cast.accounts.map((account): [string, Place[]] => [account.name, placesOfAccount(account)]),
    ...cast.dealerships.map((dealership): [string, Place[]] => [
      dealership.fullname,
      [placeOfDealership(dealership)],
    ]),
  ]);
  return {
    now: today.now,
    today,
    tomorrow,
    past: days.slice(0, -2),
    userId: (username) => known(people.get(username), username).id,
    dealershipOf: (username) => known(people.get(username), username).dealerships[0] ?? null,
    place: (name, branch = 0) => known(places.get(name)?.[branch], name),
  };
}

function known<Thing>(thing: Thing | undefined, name: string): Thing {
  if (thing === undefined) throw new Error(`Nothing in the demo is named ${name}`);
  return thing;
}

const located = ({ address, city, state, zipCode, latitude, longitude }: Located) => ({
  address: `${address}, ${city}, ${state} ${zipCode}`,
  latitude: String(Number(latitude)),
  longitude: String(Number(longitude)),
  geo_precision: 'exact' as const,
});

const placesOfAccount = ({ id, name, receiver, addresses }: Cast['accounts'][number]): Place[] =>
  addresses.map((address) => ({ ...located(address), location: name, accountId: id, receiver }));

const placeOfDealership = (dealership: DemoDealership): Place => ({
  ...located(dealership),
  location: dealership.fullname,
  accountId: null,
  receiver: dealership.receiver,
});

export const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);

/** Returns the moment at which business clocks show this many minutes after midnight. */
export const clock = (day: Day, minutes: number) => minutesAfter(day.noon, minutes - 12 * 60);
