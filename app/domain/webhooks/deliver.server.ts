/** Sends what is due: each delivery by one instance at a time, those of one task one after the other. */
import { execute, row, rows, transaction } from 'db/connection';
import { Webhook } from 'db/models/webhooks';
import { Op } from 'sequelize';
import { recordAdminEvent } from '~/domain/administration/record.server';
import { backOffSeconds, MAX_ATTEMPTS, OFF_AFTER_DAYS } from './schedule.server';
import { post, type Outcome } from './post.server';
import { signedHeaders } from './sign.server';

/** Longer than a try may take; after a crash somebody else tries again then. */
const LEASE = "interval '30 seconds'";
/** Of one webhook, by one instance: one that hangs holds up nobody else. */
const AT_ONCE = 4;

type Claim = { id: string; webhookId: number; url: string; secret: string; body: string; attempts: number };

const underWay = new Map<number, Set<Promise<void>>>();
const stopping = new AbortController();

/** Begins to send whatever is due, and does not wait for it. */
export async function sendDue(onError: (error: unknown) => void): Promise<void> {
  const due = await rows<{ id: number }>(
    `select id from webhooks w where active and exists (
       select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' and d.next_try_at <= now())`,
  );
  for (const { id } of due) fill(id, onError);
}

/** Gives back what is under way, to be sent by another instance, or after the next start. */
export async function stopSending(): Promise<void> {
  stopping.abort();
  await Promise.all([...underWay.values()].flatMap((sending) => [...sending]));
}

function fill(webhookId: number, onError: (error: unknown) => void): void {
  const sending = underWay.get(webhookId) ?? new Set();
  underWay.set(webhookId, sending);
  while (sending.size < AT_ONCE) {
    const work = sendAll(webhookId)
      .catch(onError)
      .finally(() => sending.delete(work));
    sending.add(work);
  }
}

/** One after the other, until nothing is due. */
async function sendAll(webhookId: number): Promise<void> {
  while (!stopping.signal.aborted) {
    const claim = await claimNext(webhookId);
    if (!claim) return;
    await deliver(claim);
  }
}

/** The first of its task, and due; what somebody else is claiming is passed over. */
async function claimNext(webhookId: number): Promise<Claim | null> {
  return row<Claim>(
    `with due as (
       select d.id from webhook_deliveries d
       where d.webhook_id = $webhookId and d.state = 'waiting' and d.next_try_at <= now()
         and not exists (
           select from webhook_deliveries before
           where before.webhook_id = d.webhook_id and before.task_id = d.task_id and before.state = 'waiting'
             and before.place < d.place)
       order by d.place limit 1 for update skip locked)
     update webhook_deliveries d
     set attempts = d.attempts + 1, next_try_at = now() + ${LEASE}, tried_at = now()
     from due, webhooks w
     where d.id = due.id and w.id = d.webhook_id and w.active
     returning d.id, d.webhook_id as "webhookId", w.url, w.secret, d.body, d.attempts`,
    { webhookId },
  );
}

async function deliver(claim: Claim): Promise<void> {
  const { url, body, ...signed } = claim;
  const seconds = Math.floor(Date.now() / 1_000);
  const headers = signedHeaders({ ...signed, body }, seconds);
  const outcome = await post(url, body, headers, stopping.signal).catch(async (error: unknown) => {
    if (!stopping.signal.aborted) throw error;
    await giveBack(claim);
  });
  if (outcome) await note(claim, outcome);
}

async function giveBack({ id, attempts }: Claim): Promise<void> {
  await execute(
    `update webhook_deliveries set attempts = attempts - 1, next_try_at = now()
     where id = $id::uuid and attempts = $attempts and state = 'waiting'`,
    { id, attempts },
  );
}

/** What came of it. Nothing, when it has been claimed again since: then that try counts. */
async function note({ id, webhookId, attempts }: Claim, outcome: Outcome): Promise<void> {
  const { taken, status, answer, error } = outcome;
  const state = taken ? 'delivered' : attempts >= MAX_ATTEMPTS ? 'failed' : 'waiting';
  await transaction(async () => {
    await execute(
      `update webhook_deliveries
       set state = $state, status = $status, answer = $answer, error = $error,
         next_try_at = case when $state = 'waiting' then now() + make_interval(secs => $seconds) end
       where id = $id::uuid and attempts = $attempts and state = 'waiting'`,
      { id, attempts, state, status, answer, error, seconds: backOffSeconds(attempts) },
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
  const note = `Switched off: nothing was taken for ${String(OFF_AFTER_DAYS)} days. The last time: ${error}`;
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
