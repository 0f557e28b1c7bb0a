/**
 * Versions of lists: equal versions mean equal answers. Versions are read from the database for every
 * request.
 */
import { row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import { BoundedMap } from '~/lib/bounded-map';
import type { Actor } from '~/domain/kernel/actor';

/** SQL: the sum of all versions. */
export const LISTS_VERSION = 'select coalesce(sum(version), 0)::bigint as version from task_lists';
const ofDriver = (driverId: string) => `${LISTS_VERSION} where owner_id in (${driverId}, 0)`;

const ALL = prepared(LISTS_VERSION);
const OF_DRIVER = prepared(ofDriver('$driverId'));

/** SQL: both versions that this user may need, to be read together with their session. */
export const versionsOf = (userId: string) =>
  `(${LISTS_VERSION}) as "allLists", (${ofDriver(userId)}) as "ownLists"`;
export type Versions = { allLists: number; ownLists: number };

const EACH = prepared('select owner_id as owner, version from task_lists');

/** Returns the version of each list. */
export const eachVersion = () => rows<{ owner: number; version: number }>(EACH);

const known = new WeakMap<Actor, Versions>();

/**
 * Keeps the versions that were read together with the session, for the first call of `listsVersion`. Only for
 * requests that change nothing.
 */
export function knowVersions(actor: Actor, { allLists, ownLists }: Versions): void {
  known.set(actor, { allLists, ownLists });
}

/**
 * Returns the sum of all versions that an answer to this reader depends on. It only grows, and equal sums
 * mean equal lists.
 * @param scope whether all lists are read, or the actor's own with the unassigned one.
 */
export async function listsVersion(actor: Actor, scope: 'all' | 'own'): Promise<number> {
  const before = known.get(actor);
  // Used only once: a second call in the same request wants the newest version.
  known.delete(actor);
  if (before) return scope === 'all' ? before.allLists : before.ownLists;
  const found = await row<{ version: number }>(scope === 'all' ? ALL : OF_DRIVER, { driverId: actor.id });
  return found?.version ?? 0;
}

/**
 * Keeps answers as long as the lists they were read from keep their version.
 * @param most the number of answers to keep; the oldest is dropped first. Simultaneous readers share one; a
 * failure is not kept.
 */
export function rememberByVersion<Answer>(most: number) {
  const answers = new BoundedMap<string, { version: number | string; answer: Promise<Answer> }>(most);

  /** @param version read before `make` reads, so that a change in between leads to another version. */
  return (key: string, version: number | string, make: () => Promise<Answer>): Promise<Answer> => {
    const known = answers.get(key);
    if (known?.version === version) return known.answer;
    const made = { version, answer: make() };
    answers.set(key, made);
    made.answer.catch(() => {
      if (answers.get(key) === made) answers.delete(key);
    });
    return made.answer;
  };
}
