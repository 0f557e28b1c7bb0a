/** The parts that the page of a file shows beside its columns. Callers have checked whose file it is. */
import { rows } from 'db/connection';
import { findDealerships } from '~/domain/network/dealerships/dealerships.server';
import { DRIVES } from '~/domain/network/users/queries.server';
import type { MoveInKind } from './fields';
import { NAMED, NOBODY } from './rows.server';

const FIRST = 'select cells from move_in_rows where move_in_id = $moveInId order by line limit 100';
const LONGEST_SHOWN = 60;

/** Returns the first filled values of each column among the first hundred rows, shortened. */
export async function firstValues(moveInId: number, columns: number, count: number): Promise<string[][]> {
  const first = await rows<{ cells: string[] }>(FIRST, { moveInId });
  return Array.from({ length: columns }, (_, index) =>
    first
      .map(({ cells }) => (cells[index] ?? '').trim().slice(0, LONGEST_SHOWN))
      .filter((value) => value !== '')
      .slice(0, count),
  );
}

type Option = readonly [value: string, label: string];

/** Returns what unknown names of a kind may mean. */
export async function peopleFor(kind: MoveInKind): Promise<Option[]> {
  const about = NAMED[kind]?.about;
  if (about === 'dealership')
    return (await findDealerships()).filter(({ retiredAt }) => !retiredAt).map(({ name }) => [name, name]);
  const drivers = await rows<{ username: string; name: string }>(
    `select u.username, u.name from users u where ${DRIVES} order by lower(u.name), u.username`,
  );
  return [
    ...(kind === 'tasks' ? [[NOBODY, 'No driver'] as const] : []),
    ...drivers.map(({ username, name }) => [username, `${name} (${username})`] as const),
  ];
}
