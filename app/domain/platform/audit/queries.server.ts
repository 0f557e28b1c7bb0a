import * as z from 'zod/v4';
import { rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { known } from '~/domain/kernel/answers';
import { query } from '~/domain/kernel/command.server';
import { CSV_BOM, toCsvLine } from '~/domain/kernel/csv';
import { ACT_LABELS, describe, actorName } from './acts';
import { AdminEventAnswer, ListAdminEvents, type AdminEventLine } from './schema';

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
    const piece = await listAdminEvents({ actor, input: { ...filter, before, limit: PIECE } });
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
