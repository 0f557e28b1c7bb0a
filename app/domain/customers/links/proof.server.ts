import { rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { businessZoneName, readersTime } from '~/domain/network/settings/business-time.server';
import { conflict } from '~/domain/kernel/errors';
import { authorizeAll } from '~/domain/kernel/permissions';
import { removedOf } from '~/domain/network/settings/retention.server';
import { isSignedFor } from '~/domain/tasks/model/completion';
import { FACTS_JSON, getTask } from '~/domain/tasks/store/queries.server';
import type { TaskType } from '~/domain/tasks/model/task';
import type { Proof } from './proof';
import { untranslated } from '~/domain/kernel/sentence';
import { isDone, isOpen } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';
import { customer as words } from '~/words/en/customer';
import { link } from '~/words/en/link';

type Found = Omit<Proof, 'signature' | 'photos' | 'activity' | 'removed' | 'notes' | 'type'> & {
  id: number;
  type: TaskType;
  hasSignature: boolean;
  /** In the order in which they were taken. */
  photoIds: number[];
  activity: { action: keyof typeof SAID; at: string }[] | null;
};

/** Customers read these words; those of the office are not for them. */
const SAID = {
  created: () => link.ordered,
  going: () => link.onTheWay,
  completed: () => words.completed,
};

const FOUND = `
  select t.id, coalesce((select value->>'company' from settings where name = 'network'), '') as company,
    t.type, t.location, t.address, ${FACTS_JSON} as facts,
    coalesce(nullif(d.fullname, ''), t.dealership) as dealership, coalesce(nullif(u.name, ''), u.username) as driver,
    to_json(t.completed_at) #>> '{}' as "completedAt", s.signed_by as "signedBy", s.task_id is not null as "hasSignature",
    (select coalesce(json_agg(p.id order by p.created_at, p.id), '[]') from task_photos p where p.task_id = t.id) as "photoIds",
    (select json_agg(json_build_object('action', e.action, 'at', e.occurred_at) order by e.occurred_at, e.id)
     from task_events e where e.task_id = t.id and e.action = any($actions)) as activity
  from tasks t
  left join users u on u.id = t.driver_id
  left join dealership_locations d on d.name = t.dealership
  left join task_signatures s on s.task_id = t.id
  where t.id = any($ids) and ${statusIs(isDone)}`;

/** Returns the addresses of the signature and the photos of a task. */
type Pictures = (task: Pick<Found, 'id' | 'photoIds'>) => { signature: string; photos: string[] };

export const officePictures: Pictures = ({ id, photoIds }) => ({
  signature: `/api/tasks/${String(id)}/signature`,
  photos: photoIds.map((photo) => `/api/tasks/${String(id)}/photos/${String(photo)}`),
});

/** Returns the proofs of those of the tasks that are completed. Nobody's permission is checked. */
export async function proofsOf(ids: number[], pictures: Pictures): Promise<Map<number, Proof>> {
  const found = await rows<Found>(FOUND, { ids, actions: Object.keys(SAID) });
  return new Map(
    await Promise.all(
      found.map(async (task) => {
        const { id, hasSignature, photoIds, activity, ...facts } = task;
        const { signature, photos } = pictures(task);
        const proof: Proof = {
          ...facts,
          completedAt: withZone(facts.completedAt),
          signature: hasSignature ? signature : null,
          photos,
          activity: (activity ?? []).map(({ action, at }) => ({
            at: readersTime(at),
            what: SAID[action](),
            by: null,
            lines: [],
          })),
          removed: await removedOf({
            completedAt: facts.completedAt,
            lacksSignature: isSignedFor(facts) && !hasSignature,
            photoCount: photoIds.length,
          }),
          notes: null,
        };
        return [id, proof] as const;
      }),
    ),
  );
}

/**
 * Returns the proof of a completed task, for the office to print and hand on. Changes by the office are left
 * out.
 */
export async function getProof(actor: Actor, taskId: number): Promise<Proof> {
  authorizeAll(actor, 'readArchive');
  const task = await getTask({ actor, taskId });
  if (isOpen(task)) throw conflict(untranslated('taskNotCompleted', 'This task has not been completed yet'));
  const proof = (await proofsOf([taskId], officePictures)).get(taskId);
  if (!proof) throw conflict(untranslated('taskJustDeleted', 'This task was just deleted'));
  return { ...proof, activity: [], notes: task.notes || null };
}

export const withZone = (iso: string) => `${readersTime(iso)} ${businessZoneName(iso)}`;
