/**
 * Sends what is due, each message by one instance at a time. Before a provider is given anything, that is committed: if
 * this process dies then, nobody sends the message again by itself, as it may have arrived.
 */
import { row, transaction } from 'db/connection';
import { Message, MessageTask } from 'db/models/messages';
import { fn } from 'sequelize';
import { businessZone, networkNames } from '~/domain/network/network.server';
import { CHANNELS, type Channel } from '~/domain/contacts/fields';
import { claimRows, dueIn, givenBack, retries, stillClaimed, workOff } from '~/domain/lease.server';
import { linkForMessage } from '~/domain/proof/links.server';
import { readSetting } from '~/domain/system/settings.server';
import { env } from '~/env.server';
import { isConfigured, type Outcome, type Outgoing } from './channels.server';
import { sendEmail } from './email.server';
import { fill, type Facts, type MessageEvent } from './events';
import { MessageSettings, ruleOf } from './schema';
import { sendText } from './sms.server';

const MESSAGES = {
  table: 'messages',
  key: 'id',
  leaseSeconds: 60,
  set: 'error = null',
  returning: `q.id, q.event, q.channel, q.recipient, q.subject, q.body, q.attempts, q.handed_over_at is not null as "handedOver"`,
};
/** 30 s, 1, 2, 4, 8, 15, 30 min, 1, 2, 4 h, where the first wait is 30 s. */
const { isLast, secondsAfter } = retries({
  firstSeconds: env.MESSAGE_RETRY_SECONDS,
  multiples: [1, 2, 4, 8, 16, 30, 60, 120, 240, 480],
  spread: 0.1,
});
const AT_ONCE = 4;
const PROVIDERS = { email: sendEmail, sms: sendText };

type Claim = {
  id: string;
  event: MessageEvent;
  channel: Channel;
  recipient: string;
  subject: string | null;
  body: string | null;
  attempts: number;
  handedOver: boolean;
};

/** A round, for the sweep. */
export async function sendMessages(isStopped: () => boolean): Promise<void> {
  await Promise.all(
    CHANNELS.filter((channel) => isConfigured[channel]).map((channel) => sendAll(channel, isStopped)),
  );
}

async function sendAll(channel: Channel, isStopped: () => boolean): Promise<void> {
  let isDown = false;
  await workOff(
    () =>
      claimRows<Claim>(MESSAGES, {
        where: 'q.channel = $channel',
        orderBy: 'q.place',
        limit: AT_ONCE,
        bind: { channel },
      }),
    async (claim) => {
      // A provider that takes nothing is not asked again in this round.
      if (isDown) await Message.update(givenBack(claim, env.MESSAGE_RETRY_SECONDS), whereClaimed(claim));
      else isDown = (await deliver(claim)) === 'down';
    },
    isStopped,
  );
}

const whereClaimed = (claim: Claim) => ({ where: { id: claim.id, ...stillClaimed(claim) } });

async function deliver(claim: Claim): Promise<Outcome['is'] | null> {
  if (claim.handedOver) {
    await end(claim, 'unknown', 'The server stopped while this was being sent. It may have arrived');
    return null;
  }
  const settings = await readSetting('customer-messages', MessageSettings);
  const quiet = await quietSeconds(settings);
  if (quiet !== null) {
    await Message.update(givenBack(claim, quiet), whereClaimed(claim));
    return null;
  }
  const message = await prepare(claim, settings);
  if (!message) return null;
  const handOver = async () => {
    const [ours] = await Message.update({ handedOverAt: fn('now') }, whereClaimed(claim));
    if (ours === 0) throw new Error('Another instance has taken over this message');
  };
  const outcome = await PROVIDERS[claim.channel](message, handOver);
  if (outcome.is === 'taken') await end(claim, 'sent', null);
  else if (outcome.is === 'unknown') await end(claim, 'unknown', outcome.error);
  else if (outcome.is === 'broken' || isLast(claim)) await end(claim, 'failed', outcome.error);
  else
    await Message.update(
      { handedOverAt: null, error: outcome.error, ...dueIn(secondsAfter(claim)) },
      whereClaimed(claim),
    );
  return outcome.is;
}

async function end(claim: Claim, state: 'sent' | 'failed' | 'unknown', error: string | null): Promise<void> {
  await Message.update(
    { state, error, ...dueIn(null), ...(state === 'sent' && { sentAt: fn('now') }) },
    whereClaimed(claim),
  );
}

/** Still true of one of the tasks `t`. */
const TRUE: Record<MessageEvent, string> = {
  'on-the-way': "t.status = 'going'",
  next: "t.status in ('pending', 'going')",
  delivered: "t.status = 'completed'",
  failed: "t.status = 'hold'",
};

type Found = Omit<Facts, 'network' | 'link'> & { agreed: boolean; taskId: number | null };

/** Makes the text at the first try. Null when there is nothing to say any more. */
function prepare(claim: Claim, settings: MessageSettings): Promise<Outgoing | null> {
  const { id, event, channel, recipient, subject, body } = claim;
  return transaction(async () => {
    const found = await row<Found>(
      `select c.name as contact, a.name as account,
         $channel = any(c.channels) and $recipient = case $channel when 'email' then c.email else c.phone end
           and not ($channel = 'sms' and exists (select from stopped_numbers s where s.phone = c.phone)) as agreed,
         coalesce(max(t.address), '') as address, min(t.id) as "taskId",
         coalesce(string_agg(distinct nullif(t.invoice_number, ''), ', '), '') as invoices
       from messages m join account_contacts c on c.id = m.contact_id join accounts a on a.id = c.account_id
       left join message_tasks mt on mt.message_id = m.id left join tasks t on t.id = mt.task_id and ${TRUE[event]}
       where m.id = $id::uuid group by c.id, a.id`,
      { id, channel, recipient },
    );
    if (!found) return null;
    const { agreed, taskId, ...facts } = found;
    if (!agreed || taskId === null) {
      await skip(claim, agreed ? 'It was no longer true' : 'The contact no longer agrees to it');
      return null;
    }
    if (subject !== null && body !== null) return { id, recipient, subject, body };
    const rule = ruleOf(settings, event);
    const withLink = rule.text.includes('{link}') && env.APP_ORIGIN;
    const all = {
      ...facts,
      network: networkNames().name,
      link: withLink ? `${withLink}${await linkForMessage(taskId)}` : '',
    };
    const made = { subject: fill(rule.subject, all).replaceAll('\n', ' '), body: fill(rule.text, all) };
    await Message.update(made, whereClaimed(claim));
    return { id, recipient, ...made };
  });
}

/** What happens to these tasks later is told again. */
async function skip(claim: Claim, error: string): Promise<void> {
  await Message.update({ state: 'skipped', error, ...dueIn(null) }, whereClaimed(claim));
  await MessageTask.destroy({ where: { messageId: claim.id } });
}

/** How long it is quiet by business clocks; null when it is not. */
async function quietSeconds({ quietFrom, quietTo }: MessageSettings): Promise<number | null> {
  if (quietFrom === '' || quietTo === '' || quietFrom === quietTo) return null;
  const found = await row<{ seconds: number | null }>(
    `select case when case when "from" < "to" then clock >= "from" and clock < "to"
         else clock >= "from" or clock < "to" end
       then extract(epoch from ((today + "to" + case when clock >= "to" then interval '1 day' else '0' end)
         at time zone $zone) - now())::double precision end as seconds
     from (select (now() at time zone $zone)::date as today, (now() at time zone $zone)::time as clock,
       $from::time as "from", $to::time as "to") c`,
    { zone: businessZone(), from: quietFrom, to: quietTo },
  );
  return found?.seconds ?? null;
}
