/** Writes and reads the audit log. */
import { Op } from 'sequelize';
import * as z from 'zod/v4';
import { execute, rows, transaction } from 'db/connection';
import { AdminEvent as StoredEvent, User } from 'db/models/people';
import type { Actor } from '~/domain/kernel/actor';
import { conflict, forbidden } from '~/domain/kernel/errors';
import { rolesWithAll } from '~/domain/kernel/permissions';
import { id, known, moment, pageLimit } from '~/domain/kernel/schema';
import { query } from '~/domain/kernel/command.server';
import { readAll } from '~/domain/platform/replica.server';
import { CSV_BOM, toCsvLine } from '~/domain/kernel/csv';
import { type Act, ACT_LABELS, actorName, ACTS, type Changes, describe } from './acts';
import { untranslated } from '~/domain/kernel/sentence';

type AdminEvent = {
  act: Act;
  /** The thing that was changed, with its present name. */
  target: { id: number | string; name: string };
  changes?: Changes;
};

/**
 * Records an administrative act, in its transaction. `changes` must not contain secrets. @param actor null
 * for the command line, and for people who could not sign in.
 */
export async function recordAdminEvent(
  actor: Pick<Actor, 'id'> | null,
  { act, target, changes = {} }: AdminEvent,
): Promise<void> {
  await StoredEvent.create(
    { actorId: actor?.id ?? null, act, targetId: String(target.id), targetName: target.name, changes },
    { returning: false },
  );
}

/** The fields that differ, as [before, after]. */
export function differences(before: object, after: object): Changes {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after)
      .map(([field, value]): [string, Changes[string]] => [field, [was.get(field) ?? null, value]])
      .filter(([, [old, now]]) => JSON.stringify(old) !== JSON.stringify(now)),
  );
}

/**
 * Runs an act of administration in a transaction, one at a time. An actor who is no longer an admin at that
 * moment is refused, so that two admins can't take the role from each other.
 */
export async function administer<Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> {
  return transaction(async () => {
    await lockAdministration();
    const isStillAdmin = await isAdmin(actor.id);
    // The refusal of the work itself comes first, because it tells more.
    const result = await work();
    if (!isStillAdmin) throw forbidden();
    return result;
  });
}

/** Locks until the transaction ends. Take it before every other lock. */
export async function lockAdministration(): Promise<void> {
  await execute("select pg_advisory_xact_lock(hashtext('administration'))");
}

const ADMIN = { deactivatedAt: null, roles: { [Op.overlap]: rolesWithAll('manageUsers') } };

const isAdmin = (id: number) => User.exists({ id, ...ADMIN });

/** @param options.besides a user who does not count. Callers hold the lock of the administration. */
export const hasAdmin = ({ besides = 0 }: { besides?: number } = {}): Promise<boolean> =>
  User.exists({ id: { [Op.ne]: besides }, ...ADMIN });

/** @throws conflict when there is no admin besides this user. */
export async function requireAnotherAdmin(id: number, refusal: string): Promise<void> {
  if (!(await hasAdmin({ besides: id }))) throw conflict(untranslated('lastAdmin', refusal));
}

/** The audit log in answers of the API, and the inputs of its queries. */

const AdminEventAnswer = z
  .strictObject({
    id: known,
    act: z.enum(ACTS),
    actor: z
      .strictObject({ id: known, name: z.string(), username: z.string() })
      .nullable()
      .describe('null: the system, the command line, or a failed sign-in'),
    target: z.strictObject({ id: z.string(), name: z.string() }),
    changes: z
      .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
      .describe('For each field, its value before and after'),
    createdAt: moment,
  })
  .meta({ id: 'AdminEvent' });
export type AdminEventLine = z.output<typeof AdminEventAnswer>;

const ListAdminEvents = z.strictObject({
  actorId: id.optional(),
  act: z.enum(ACTS, 'act must be one of the recorded actions').optional(),
  /** The id of the last event on the page before. */
  before: id.optional(),
  limit: pageLimit(1_000).default(50),
});
type ListAdminEvents = z.output<typeof ListAdminEvents>;

export const listAdminEvents = query(
  {
    summary: 'The audit log, newest first',
    about: '`before` is the id of the last event on the previous page.',
    may: 'readAdminEvents',
    input: ListAdminEvents,
    answer: z.array(AdminEventAnswer),
  },
  ({ input: { actorId, act, before, limit } }) =>
    rows<AdminEventLine>(
      `select e.id, e.act,
         case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'username', u.username) end as actor,
         json_build_object('id', e.target_id, 'name', e.target_name) as target,
         e.changes, to_json(e.created_at) #>> '{}' as "createdAt"
       from admin_events e left join users u on u.id = e.actor_id
       where ($actorId::integer is null or e.actor_id = $actorId) and ($act::text is null or e.act = $act)
         and ($before::bigint is null or e.id < $before)
       order by e.id desc limit $limit`,
      { actorId: actorId ?? null, act: act ?? null, before: before ?? null, limit },
    ),
);

const PersonAnswer = z.strictObject({ id: known, name: z.string(), username: z.string() });

export const listAdministrators = query(
  {
    summary: 'Everyone in the audit log, by name',
    may: 'readAdminEvents',
    answer: z.array(PersonAnswer),
  },
  () =>
    rows<z.output<typeof PersonAnswer>>(
      `select id, name, username from users where id in (select actor_id from admin_events)
       order by lower(coalesce(nullif(name, ''), username)), id`,
    ),
);

const HEADER = ['When (UTC)', 'Who', 'Username', 'What', 'To', 'Changes'];
const PIECE = 1_000;

/** Yields events newest first, as the page shows them. */
export async function* exportAdminEvents(
  actor: Actor,
  filter: Pick<ListAdminEvents, 'actorId' | 'act'>,
): AsyncGenerator<string, void, undefined> {
  yield CSV_BOM + toCsvLine(HEADER);
  for (let before: number | undefined; ;) {
    const input = { ...filter, before, limit: PIECE };
    const piece = await readAll(() => listAdminEvents({ actor, input }));
    yield piece.map(lineOf).join('');
    if (piece.length < PIECE) return;
    before = piece.at(-1)?.id;
  }
}

const lineOf = ({ act, actor, target, changes, createdAt }: AdminEventLine) =>
  toCsvLine([
    new Date(createdAt).toISOString(),
    actorName({ act, actor }),
    actor?.username ?? '',
    ACT_LABELS[act],
    target.name,
    describe(changes).join('; '),
  ]);
