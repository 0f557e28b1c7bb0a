/** Sends what is due: each delivery by one instance at a time, those of one task one after the other. */
import { row, rows, transaction } from 'db/connection';
import { Webhook, WebhookDelivery } from 'db/models/webhooks';
import { Op } from 'sequelize';
import { recordAdminEvent } from '~/domain/platform/audit/log.server';
import type { Outcome } from '~/domain/platform/guarded-post.server';
import { lanes } from '~/domain/platform/lanes.server';
import { claimRows, dueIn, givenBack, retries, stillClaimed } from '~/domain/platform/lease.server';
import { reportService } from '~/domain/platform/services.server';
import { env } from '~/process/env.server';
import { post, signedHeaders } from './post.server';

const DELIVERIES = {
  table: 'webhook_deliveries',
  key: 'id',
  leaseSeconds: 30,
  set: 'tried_at = now()',
  returning: 'q.id, q.webhook_id as "webhookId", w.url, w.secret, q.body, q.attempts',
};
/** 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h, where the first wait is 10 s. */
const { isLast, secondsAfter } = retries({
  firstSeconds: env.WEBHOOK_RETRY_SECONDS,
  multiples: [1, 3, 12, 60, 180, 360, 1_080, 2_160, 4_320],
  spread: 0.1,
});
/** A webhook that has taken nothing for so long is switched off. */
const OFF_AFTER_DAYS = 3;
/** Of one webhook, by one instance: one that hangs holds up nobody else. */
const AT_ONCE = 4;

type Claim = { id: string; webhookId: number; url: string; secret: string; body: string; attempts: number };

const queue = lanes({ atOnce: AT_ONCE, claim: claimNext, work: deliver });

/** Begins to send whatever is due, and does not wait for it. */
export async function sendDue(onError: (error: unknown) => void): Promise<void> {
  const due = await rows<{ id: number }>(
    `select id from webhooks w where active and exists (
       select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' and d.next_try_at <= now())`,
  );
  for (const { id } of due) queue.fill(id, onError);
}

/** Gives back what is under way, to be sent by another instance, or after the next start. */
export const stopSending = queue.stop;

/** The first of its task that is due. */
function claimNext(webhookId: number): Promise<Claim[]> {
  return claimRows(DELIVERIES, {
    where: `q.webhook_id = $webhookId and q.state = 'waiting' and not exists (
      select from webhook_deliveries before
      where before.webhook_id = q.webhook_id and before.task_id = q.task_id and before.state = 'waiting'
        and before.place < q.place)`,
    orderBy: 'q.place',
    limit: 1,
    join: { from: 'webhooks w', where: 'w.id = q.webhook_id and w.active' },
    bind: { webhookId },
  });
}

async function deliver(claim: Claim, signal: AbortSignal): Promise<void> {
  const { url, body } = claim;
  const headers = signedHeaders(claim, Math.floor(Date.now() / 1_000));
  const outcome = await post({ url, body, headers }, signal).catch(async (error: unknown) => {
    if (!signal.aborted) throw error;
    await giveBack(claim);
  });
  if (!outcome) return;
  reportService(`webhook ${String(claim.webhookId)}`, outcome.taken ? null : (outcome.error ?? 'no reason'));
  await note(claim, outcome);
}

const giveBack = (claim: Claim) =>
  WebhookDelivery.update(givenBack(claim), { where: { id: claim.id, ...stillClaimed(claim) } });

async function note(claim: Claim, { taken, status, answer, error }: Outcome): Promise<void> {
  const { id, webhookId } = claim;
  const state = taken ? 'delivered' : isLast(claim) ? 'failed' : 'waiting';
  await transaction(async () => {
    await WebhookDelivery.update(
      { state, status, answer, error, ...dueIn(state === 'waiting' ? secondsAfter(claim) : null) },
      { where: { id, ...stillClaimed(claim) } },
    );
    if (taken)
      await Webhook.update(
        { failingSince: null },
        { where: { id: webhookId, failingSince: { [Op.ne]: null } } },
      );
    else await noteFailure(webhookId, error ?? '');
  });
}

async function noteFailure(webhookId: number, error: string): Promise<void> {
  const note = `Turned off: no delivery succeeded for ${String(OFF_AFTER_DAYS)} days. Last error: ${error}`;
  const off = await row<{ id: number; url: string }>(
    `with was as (
       select id, active, coalesce(failing_since, now()) as since from webhooks where id = $webhookId for update
     ), "is" as (
       update webhooks w set failing_since = was.since,
         active = was.active and was.since > now() - make_interval(days => $days),
         note = case when was.active and was.since <= now() - make_interval(days => $days) then $note else w.note end
       from was where w.id = was.id returning w.id, w.url, w.active
     )
     select "is".id, "is".url from was join "is" using (id) where was.active and not "is".active`,
    { webhookId, days: OFF_AFTER_DAYS, note: note.slice(0, 500) },
  );
  if (off)
    await recordAdminEvent(null, {
      act: 'webhook.off',
      target: { id: off.id, name: new URL(off.url).host },
      changes: { active: [true, false] },
    });
}
