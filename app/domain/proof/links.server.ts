/** Links that show one task's proof to whoever has them. They end by themselves, or when somebody revokes them. */
import { rows, transaction } from 'db/connection';
import { ProofLink as StoredLink } from 'db/models/tasks';
import { createHash, randomBytes } from 'node:crypto';
import { literal } from 'sequelize';
import type { Actor } from '~/domain/actor';
import { conflict, notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import { lockTasks } from '~/domain/tasks/lists.server';
import { record } from '~/domain/tasks/lifecycle/record.server';
import { PROOF_LINK_DAYS, type ProofLink } from './proof';

export const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** SQL, for links as `l`: those that can be opened. */
export const OPEN = 'l.revoked_at is null and l.expires_at > now()';

/** @returns the link's token; only its SHA-256 is stored, so nobody can see it again. */
export async function createProofLink(actor: Actor, taskId: number): Promise<string> {
  authorize(actor, 'shareProof');
  const token = randomBytes(32).toString('base64url');
  await transaction(async () => {
    const task = (await lockTasks([taskId])).get(taskId);
    if (!task) throw notFound('Task');
    if (task.status !== 'completed') throw conflict('This task has not been completed yet');
    const expiresAt = literal(`now() + make_interval(days => ${String(PROOF_LINK_DAYS)})`);
    await StoredLink.create(
      { taskId, tokenHash: hashOf(token), createdBy: actor.id, expiresAt },
      { returning: false },
    );
    await record(actor, [told(taskId, task.driver_id, 'proof link made')]);
  });
  return token;
}

/** Revoking what has ended already is harmless. */
export async function revokeProofLink(actor: Actor, taskId: number, linkId: number): Promise<void> {
  authorize(actor, 'shareProof');
  await transaction(async () => {
    const task = (await lockTasks([taskId])).get(taskId);
    const revoked = await rows<{ id: number }>(
      `update proof_links l set revoked_at = now() where id = $linkId and task_id = $taskId and ${OPEN} returning id`,
      { linkId, taskId },
    );
    if (task && revoked.length > 0) await record(actor, [told(taskId, task.driver_id, 'proof link revoked')]);
  });
}

/** Those that can still be opened, latest first. */
export async function listProofLinks(actor: Actor, taskId: number): Promise<ProofLink[]> {
  authorize(actor, 'shareProof');
  return rows<ProofLink>(
    `select l.id, coalesce(nullif(u.name, ''), u.username) as by,
       to_json(l.created_at) #>> '{}' as "createdAt", to_json(l.expires_at) #>> '{}' as "expiresAt"
     from proof_links l join users u on u.id = l.created_by
     where l.task_id = $taskId and ${OPEN} order by l.id desc`,
    { taskId },
  );
}

/** The task itself has not changed. */
const told = (taskId: number, driverId: number | null, action: string) => ({
  kind: 'TASK_UPDATED' as const,
  taskId,
  action,
  changes: {},
  driverIds: [driverId],
});
