/** Sends the deliveries to webhooks: each by one instance at a time, and those of one task in order. */
import { row } from 'db/connection';
import { Webhook } from 'db/models/notifications';
import { Op } from 'sequelize';
import { recordAdminEvent } from '~/domain/platform/audit/audit.server';
import type { Job, Kind, Outcome } from '~/domain/platform/jobs/job';
import { reportService } from '~/domain/platform/services.server';
import { env } from '~/process/env.server';
import { DELIVERY } from './events';
import { post, signedHeaders } from './post.server';

type Payload = { body: string };

export const deliveries: Kind<Payload> = {
  kind: DELIVERY,
  // The limit keeps a receiver that hangs from delaying the others.
  atOnce: 4,
  /** 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h, where the first wait is 10 s. */
  retrySeconds: [1, 3, 12, 60, 180, 360, 1_080, 2_160, 4_320].map(
    (multiple) => multiple * env.WEBHOOK_RETRY_SECONDS,
  ),
  keepDays: 30,
  keepsDone: true,
  paused: 'select id::text from webhooks where not active',
  run: deliver,
};

/** A webhook is switched off when it has taken nothing for so long. */
const OFF_AFTER_DAYS = 3;

async function deliver({ subject: id, lane, payload, signal }: Job<Payload>): Promise<Outcome> {
  const webhookId = Number(lane);
  const webhook = await Webhook.findRow(['url', 'secret'], { where: { id: webhookId } });
  if (!webhook) return { is: 'failed', error: 'The webhook was deleted' };
  const { url, secret } = webhook;
  const { body } = payload;
  const headers = signedHeaders({ id, body, secret }, Math.floor(Date.now() / 1_000));
  const { taken, status, answer, error } = await post({ url, body, headers }, signal);
  reportService(`webhook ${lane}`, taken ? null : (error ?? 'no reason'));
  const result = { status, answer };
  if (!taken) return { is: 'again', result, error, write: () => noteFailure(webhookId, error ?? '') };
  const where = { id: webhookId, failingSince: { [Op.ne]: null } };
  return { is: 'done', result, write: () => Webhook.update({ failingSince: null }, { where }) };
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
