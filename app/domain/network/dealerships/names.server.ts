/** Reads the names of dealerships. Users, tasks and locations refer to dealerships by name. */
import { row } from 'db/connection';
import { printed } from 'db/models/table';
import { Dealership as StoredDealership } from 'db/models/places';
import * as z from 'zod/v4';
import { query } from '~/domain/kernel/command.server';
import { invalid, notFound } from '~/domain/kernel/errors';
import { DealershipAnswer, foldName, type Dealership } from './schema';

/** Sorted by name; retired ones come last. */
export const listDealerships = query(
  { summary: 'The dealerships', may: 'readDealerships', answer: z.array(DealershipAnswer) },
  () => findDealerships(),
);

/** The names of dealerships that can be chosen for something new. */
export const listDealershipNames = query(
  {
    summary: 'The names of the dealerships',
    about: 'Without those that are retired.',
    may: 'readDealerships',
    answer: z.array(z.string()),
  },
  () => namesOffered(),
);

export async function findDealerships(): Promise<Dealership[]> {
  const all = await StoredDealership.findRows(['name', printed('retiredAt')], {});
  const rank = ({ name, retiredAt }: Dealership) => `${retiredAt ? '1' : '0'} ${foldName(name)}`;
  return all.sort((a, b) => rank(a).localeCompare(rank(b), 'en'));
}

const namesOffered = async () =>
  (await findDealerships()).filter(({ retiredAt }) => !retiredAt).map(({ name }) => name);

/** The name is looked up here because PostgreSQL refuses some texts that a path may contain. */
export async function requireDealership(name: string): Promise<Dealership> {
  const found = (await findDealerships()).find((each) => each.name === name);
  if (!found) throw notFound('Dealership');
  return found;
}

/**
 * @param kept the present names, which stay allowed, such as a dealership that was retired since.
 * @throws invalid for any other name.
 */
export async function requireOffered(chosen: string[], kept: string[] = []): Promise<void> {
  const others = chosen.filter((name) => !kept.includes(name));
  if (others.length === 0) return;
  const offered = await namesOffered();
  const wrong = others.find((name) => !offered.includes(name));
  if (wrong === undefined) return;
  const sentence = `Dealerships are ${offered.join(', ')}`;
  throw invalid(sentence, { [`dealerships.${String(chosen.indexOf(wrong))}`]: [sentence] });
}

const USED = `
  select exists (select from users where $name = any(dealerships)) or exists (select from tasks where dealership = $name)
    as used`;

/** @returns whether a user or a task belongs to the dealership. */
export async function isUsed(name: string): Promise<boolean> {
  return (await row<{ used: boolean }>(USED, { name }))?.used ?? false;
}
