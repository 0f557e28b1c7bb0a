/** Computes the room and the skills that tasks need. Pure. */
import { isPickupFor } from '~/domain/scheduling/timetable/is-pickup-for';
import { sizeOf, type RouteTask } from '~/domain/scheduling/timetable/stops';
import { pickupsFor, type Draft, type DraftStop, type Links } from './draft';

/**
 * Returns how much each stop adds to the vehicle, and the load of each vehicle at the start. Everything to
 * deliver or bring back is in the vehicle at once, with two exceptions: goods that are picked up and
 * delivered on the way, and goods that are in the vehicle already. Their room is free after the delivery.
 */
export function loadsOf({ stops, people, facts }: Draft, links: Links): { sizes: number[]; loads: number[] } {
  const goodsWith = ({ id }: RouteTask) => facts.get(id)?.goodsWith ?? null;
  const isIn = (task: RouteTask) => goodsWith(task) !== null;
  const sizes = stops.map(
    ({ tasks }) => sizeOf(tasks.filter((task) => !isIn(task))) - sizeOf(tasks.filter(isIn)),
  );
  for (const then of new Set([...links.pairs.values(), ...links.extraPickups.values()])) {
    let rest = stops[then]?.tasks ?? [];
    let brought = 0;
    for (const first of pickupsFor(links, then)) {
      const from = stops[first]?.tasks ?? [];
      const delivered = rest.filter((task) => from.some((source) => isPickupFor(source, task)));
      rest = rest.filter((task) => !delivered.includes(task));
      sizes[first] = Math.max(sizeOf(from), sizeOf(delivered));
      brought += sizes[first] ?? 0;
    }
    sizes[then] = sizeOf(rest) - brought;
  }
  const all = stops.flatMap(({ tasks }) => tasks);
  return {
    sizes,
    loads: people.map(({ driverId }) => sizeOf(all.filter((task) => goodsWith(task) === driverId))),
  };
}

/**
 * Returns who may take each stop, as skills of the search: a stop needs the name of the group that may. A
 * driver who has a task already may keep it, because people gave it to them for a reason. No driver hands
 * over to themselves.
 */
export function abilities({ stops, people }: Draft): { needed: string[][]; has: string[][] } {
  const groups = stops.map(({ tasks, home, pinned, barred }: DraftStop) => {
    const wanted = tasks.flatMap(({ skills }) => skills.map((skill) => skill.toLowerCase()));
    return people.flatMap(({ skills }, person) => {
      const isKnown = person === home || person === pinned || wanted.every((skill) => skills.includes(skill));
      return isKnown && !barred.includes(person) ? [person] : [];
    });
  });
  const nameOf = (group: number[]) => (group.length === people.length ? [] : [group.join()]);
  return {
    needed: groups.map(nameOf),
    has: people.map((_, person) => [
      ...new Set(groups.filter((group) => group.includes(person)).flatMap(nameOf)),
    ]),
  };
}
