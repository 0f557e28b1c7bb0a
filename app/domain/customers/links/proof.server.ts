import { row } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { businessZoneName, readersTime } from '~/domain/network/settings/business-time.server';
import { conflict } from '~/domain/kernel/errors';
import { authorizeAll } from '~/domain/kernel/permissions';
import { listPhotos } from '~/domain/tasks/evidence/photos.server';
import { removedOf } from '~/domain/network/settings/retention.server';
import { isSignedFor } from '~/domain/tasks/model/completion';
import { FACTS_JSON, getTask } from '~/domain/tasks/store/queries.server';
import type { TaskType } from '~/domain/tasks/model/task';
import type { Proof } from './proof';
import { untranslated } from '~/domain/kernel/sentence';
import { isOpen } from '~/domain/tasks/model/statuses';

/** SQL, for tasks as `t`: the facts of the task in a proof. */
export const PROOF_FACTS = `
  coalesce((select value->>'company' from settings where name = 'network'), '') as company,
  t.type, t.location, t.address, ${FACTS_JSON} as facts,
  coalesce(nullif(d.fullname, ''), t.dealership) as dealership, coalesce(nullif(u.name, ''), u.username) as driver,
  to_json(t.completed_at) #>> '{}' as "completedAt", s.signed_by as "signedBy"`;
export const PROOF_FROM = `
  from tasks t
  left join users u on u.id = t.driver_id
  left join dealership_locations d on d.name = t.dealership
  left join task_signatures s on s.task_id = t.id`;

export type ProofFacts = Omit<Proof, 'signature' | 'photos' | 'activity' | 'removed' | 'notes' | 'type'> & {
  type: TaskType;
};

/**
 * Returns the proof of a completed task, for the office to print and hand on. Changes by the office are left
 * out.
 */
export async function getProof(actor: Actor, taskId: number): Promise<Proof> {
  authorizeAll(actor, 'readArchive');
  const task = await getTask({ actor, taskId });
  if (isOpen(task)) throw conflict(untranslated('taskNotCompleted', 'This task has not been completed yet'));
  const [facts, photos] = await Promise.all([
    row<ProofFacts>(`select ${PROOF_FACTS} ${PROOF_FROM} where t.id = $taskId`, { taskId }),
    listPhotos({ actor, taskId }),
  ]);
  if (!facts) throw conflict(untranslated('taskJustDeleted', 'This task was just deleted'));
  return {
    ...facts,
    completedAt: withZone(facts.completedAt),
    signature: task.signature_image,
    photos: photos.map(({ url }) => url),
    activity: [],
    removed: await removedOf({
      completedAt: task.completed_at,
      lacksSignature: isSignedFor(task) && !task.signature_image,
      photoCount: photos.length,
    }),
    notes: task.notes || null,
  };
}

export const withZone = (iso: string) => `${readersTime(iso)} ${businessZoneName(iso)}`;
