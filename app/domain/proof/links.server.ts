/** Links that show one task's proof to whoever has them. They end by themselves, or when somebody revokes them. */
import { rows, transaction } from 'db/connection';
import { ProofLink as StoredLink } from 'db/models/tasks';
import { createHash, randomBytes } from 'node:crypto';
import { literal } from 'sequelize';
import * as z from 'zod/v4';
import type { Actor } from '~/domain/actor';
import { Gone } from '~/domain/answers';
import { command } from '~/domain/command.server';
import { conflict, notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import { id } from '~/domain/schema';
import { lockTasks } from '~/domain/tasks/lists.server';
import { record } from '~/domain/tasks/lifecycle/record.server';
import { atTask } from '~/domain/tasks/schema';
import { PROOF_LINK_DAYS, type ProofLink } from './proof';

export const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** SQL, for links as `l`: those that can be opened. */
export const OPEN = 'l.revoked_at is null and l.expires_at > now()';

/** Answers the link's token. Only its SHA-256 is stored, so nobody can see it again. */
export const createProofLink = command(
  {
    summary: 'Makes a link to the proof of a task',
    may: 'shareProof',
    at: atTask,
    answer: z.strictObject({ token: z.string() }),
  },
  async ({ actor, taskId }) => {
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
    return { token };
  },
);

/** Revoking an ended link is harmless. */
export const revokeProofLink = command(
  {
    summary: 'Revokes a link to the proof of a task',
    may: 'shareProof',
    at: { ...atTask, linkId: id },
    answer: Gone,
  },
  ({ actor, taskId, linkId }) =>
    transaction(async () => {
      const task = (await lockTasks([taskId])).get(taskId);
      const revoked = await rows<{ id: number }>(
        `update proof_links l set revoked_at = now() where id = $linkId and task_id = $taskId and ${OPEN} returning id`,
        { linkId, taskId },
      );
      if (task && revoked.length > 0)
        await record(actor, [told(taskId, task.driver_id, 'proof link revoked')]);
      return { id: linkId };
    }),
);

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
