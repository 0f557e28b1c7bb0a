/** Groups tasks into stops of a route, and names people. Pure. */
import { placeKey } from '~/domain/geography/place-key';
import type { PersonName, Task } from './task';

/** Tasks at one place are one stop. Stops have the order of their first tasks. */
export function groupByStop<T extends Pick<Task, 'location' | 'address'>>(tasks: T[]): T[][] {
  const stops = new Map<string, T[]>();
  for (const task of tasks) {
    const place = placeKey(task);
    const stop = stops.get(place);
    if (stop) stop.push(task);
    else stops.set(place, [task]);
  }
  return [...stops.values()];
}

/** Returns the name, or the username when there is none. */
export const nameOf = (person: PersonName) => person.name || person.username;
