/** Links that show one task's proof to anyone who has them. They expire, or somebody revokes them. */
import { createHash, randomBytes } from 'node:crypto';
import { literal } from 'sequelize';
import * as z from 'zod/v4';
import type { Actor } from '~/domain/actor';
import { Deleted } from '~/domain/answers';
import { command } from '~/domain/command.server';
import { row, rows, transaction } from 'db/connection';
import { ProofLink as StoredLink } from 'db/models/tasks';
import { businessTime } from '~/domain/business-time.server';
import { conflict, notFound } from '~/domain/errors';
import { networkOf } from '~/domain/ip-address.server';
import { authorize } from '~/domain/permissions';
import { id } from '~/domain/schema';
import { lockTasks } from '~/domain/tasks/lists.server';
import { record } from '~/domain/tasks/lifecycle/record.server';
import { atTask } from '~/domain/tasks/schema';
import { PROOF_LINK_DAYS, type Proof, type ProofLink } from './proof';
import { removedOf } from '~/domain/retention/removed.server';
import { rateLimit } from '~/domain/rate-limit.server';
import type { StoredImage } from '~/domain/tasks/board/queries.server';
import { PROOF_FACTS, PROOF_FROM, withZone, type ProofFacts } from './proof.server';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** SQL, for links as `l`: those that can be opened. */
const OPEN = 'l.revoked_at is null and l.expires_at > now()';

/** Answers the link's token. Only its SHA-256 is stored, so nobody can see it again. */
export const createProofLink = command(
  {
    summary: 'Creates a link to the proof of a task',
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
      await record(actor, [told(taskId, task.driver_id, 'proof link created')]);
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
    answer: Deleted,
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

// A customer’s link shows one task. A page asks for itself and at most four pictures.
const visits = rateLimit({ name: 'proof', points: 300, seconds: 5 * 60, what: 'requests' });

const LINK = `join proof_links l on l.task_id = t.id and l.token_hash = $tokenHash and ${OPEN}`;

/** Office words for what happened are none of a customer's business. */
const SAID: Record<string, string> = { created: 'Ordered', going: 'On the way', completed: 'Completed' };

type Shared = ProofFacts & {
  hasSignature: boolean;
  photoCount: number;
  activity: { action: string; at: string }[] | null;
};

/**
 * The proof behind a link; null for one that never was, has ended or was revoked, which nobody can tell apart.
 * @param ip the address that asks: it can't try many.
 */
export async function openProof(token: string, ip: string): Promise<Proof | null> {
  await visits.spend(networkOf(ip));
  const found = await row<Shared>(
    `select ${PROOF_FACTS}, s.task_id is not null as "hasSignature",
       (select count(*)::integer from task_photos p where p.task_id = t.id) as "photoCount",
       (select json_agg(json_build_object('action', e.action, 'at', e.occurred_at) order by e.occurred_at, e.id)
        from task_events e where e.task_id = t.id and e.action = any($actions)) as activity
     ${PROOF_FROM} ${LINK} where t.status = 'completed'`,
    { tokenHash: hashOf(token), actions: Object.keys(SAID) },
  );
  if (!found) return null;
  const { hasSignature, photoCount, activity, ...facts } = found;
  return {
    ...facts,
    completedAt: withZone(facts.completedAt),
    signature: hasSignature ? `/p/${token}/signature` : null,
    photos: Array.from({ length: photoCount }, (_, index) => `/p/${token}/photos/${String(index + 1)}`),
    activity: (activity ?? []).map(({ action, at }) => ({
      at: businessTime(at),
      what: SAID[action] ?? '',
      by: null,
      lines: [],
    })),
    removed: await removedOf({
      type: facts.type,
      completedAt: facts.completedAt,
      hasSignature,
      photoCount,
    }),
    notes: null,
  };
}

export async function openSignature(token: string, ip: string): Promise<StoredImage | null> {
  await visits.spend(networkOf(ip));
  return row<StoredImage>(
    `select s.image, s.media_type as "mediaType" from task_signatures s join tasks t on t.id = s.task_id ${LINK}
     where t.status = 'completed'`,
    { tokenHash: hashOf(token) },
  );
}

/** @param number which one, from 1 on. */
export async function openPhoto(token: string, number: number, ip: string): Promise<StoredImage | null> {
  await visits.spend(networkOf(ip));
  const photos = await rows<StoredImage>(
    `select p.image, p.media_type as "mediaType" from task_photos p join tasks t on t.id = p.task_id ${LINK}
     where t.status = 'completed' order by p.created_at, p.id offset $before limit 1`,
    { tokenHash: hashOf(token), before: number - 1 },
  );
  return photos[0] ?? null;
}
