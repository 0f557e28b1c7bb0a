import { rows } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import type { Act, Changes } from './acts';
import type { ListAdminEvents } from './schema';

/** One line of the audit log. `actor` is null for the command line. Times are ISO 8601. */
export type AdminEventLine = {
  id: number;
  act: Act;
  actor: { id: number; name: string; username: string } | null;
  target: { id: string; name: string };
  changes: Changes;
  createdAt: string;
};

/** What admins did, latest first. */
export async function listAdminEvents(
  actor: Actor,
  { actorId, act, before, limit }: ListAdminEvents,
): Promise<AdminEventLine[]> {
  authorize(actor, 'readAdminEvents');
  return rows<AdminEventLine>(
    `select e.id, e.act,
       case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'username', u.username) end as actor,
       json_build_object('id', e.target_id, 'name', e.target_name) as target,
       e.changes, to_json(e.created_at) #>> '{}' as "createdAt"
     from admin_events e left join users u on u.id = e.actor_id
     where ($actorId::integer is null or e.actor_id = $actorId) and ($act::text is null or e.act = $act)
       and ($before::bigint is null or e.id < $before)
     order by e.id desc limit $limit`,
    { actorId: actorId ?? null, act: act ?? null, before: before ?? null, limit },
  );
}

/** Who has done something that is in the log, by name. */
export async function listAdministrators(
  actor: Actor,
): Promise<{ id: number; name: string; username: string }[]> {
  authorize(actor, 'readAdminEvents');
  return rows(
    `select id, name, username from users where id in (select actor_id from admin_events)
     order by lower(coalesce(nullif(name, ''), username)), id`,
  );
}
