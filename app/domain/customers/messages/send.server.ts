/**
 * Sends what is due, each message by one instance at a time. Before a provider is given anything, that is committed: if
 * this process dies then, nobody sends the message again by itself, as it may have arrived.
 */
import { row, transaction } from 'db/connection';
import { Message, MessageTask } from 'db/models/messages';
import { fn } from 'sequelize';
import { ofAccounts } from '~/domain/network/accounts/of-delivery.server';
import { arrivalOf, rangeText, type TaskArrival } from '~/domain/scheduling/arrivals/one-driver.server';
import { businessZone, networkNames } from '~/domain/network/settings/network.server';
import { CHANNELS, type Channel } from '~/domain/network/accounts/contact-fields';
import { claimRows, dueIn, givenBack, retries, stillClaimed, workOff } from '~/domain/platform/lease.server';
import { linkForMessage } from '~/domain/customers/links/links.server';
import { readSetting } from '~/domain/network/settings/settings.server';
import { reportService } from '~/domain/platform/services.server';
import { env } from '~/process/env.server';
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
const SERVICES = { email: 'email', sms: 'text messages' };

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

/** Until when providers want to be left alone. Each instance finds out for itself. */
const restsUntil = new Map<Channel, number>();
const mayAsk = (channel: Channel) =>
  isConfigured[channel] && performance.now() >= (restsUntil.get(channel) ?? 0);

/** A round, for the sweep. */
export async function sendMessages(isStopped: () => boolean): Promise<void> {
  await Promise.all(CHANNELS.filter(mayAsk).map((channel) => sendAll(channel, isStopped)));
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
  const isFault = outcome.is === 'down' || outcome.is === 'unknown';
  reportService(SERVICES[claim.channel], isFault ? outcome.error : null);
  if (outcome.is === 'taken') await end(claim, 'sent', null);
  else if (outcome.is === 'unknown') await end(claim, 'unknown', outcome.error);
  else if (outcome.is === 'broken' || isLast(claim)) await end(claim, 'failed', outcome.error);
  else {
    const rest = outcome.is === 'down' ? (outcome.afterSeconds ?? 0) : 0;
    if (rest > 0) restsUntil.set(claim.channel, performance.now() + rest * 1_000);
    await Message.update(
      { handedOverAt: null, error: outcome.error, ...dueIn(Math.max(rest, secondsAfter(claim))) },
      whereClaimed(claim),
    );
  }
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
  late: "t.status in ('pending', 'going')",
  delivered: "t.status = 'completed'",
  failed: "t.status = 'hold'",
};

/** They say when the driver is expected. */
const SAYS_WHEN = new Set<MessageEvent>(['on-the-way', 'next', 'late']);

type Found = Omit<Facts, 'network' | 'arrival' | 'link'> & { agreed: boolean; taskId: number | null };

/** Makes the text at the first try. Null when there is nothing to say any more. */
async function prepare(claim: Claim, settings: MessageSettings): Promise<Outgoing | null> {
  const { id, event, channel, recipient, subject, body } = claim;
  // Before the transaction, as a road engine may be asked.
  const arrival = await arrivalFor(claim);
  return transaction(async () => {
    const found = await row<Found>(
      `select c.name as contact, a.name as account,
         $channel = any(c.channels) and $recipient = case $channel when 'email' then c.email else c.phone end
           and not ($channel = 'sms' and exists (select from stopped_numbers s where s.phone = c.phone)) as agreed,
         coalesce(max(t.address), '') as address, min(t.id) as "taskId",
         coalesce(string_agg(distinct nullif(t.invoice_number, ''), ', '), '') as invoices
       from messages m join account_contacts c on c.id = m.contact_id join accounts a on a.id = c.account_id
       left join message_tasks mt on mt.message_id = m.id
       left join tasks t on t.id = mt.task_id and ${TRUE[event]} and a.id in ${ofAccounts('id')}
       where m.id = $id::uuid group by c.id, a.id`,
      { id, channel, recipient },
    );
    if (!found) return null;
    const { agreed, taskId, ...facts } = found;
    const isTrue = taskId !== null && (event !== 'late' || arrival?.late);
    if (!agreed || !isTrue) {
      await skip(claim, agreed ? 'It was no longer true' : 'The contact no longer agrees to it');
      return null;
    }
    const known = subject !== null && body !== null ? { subject, body } : null;
    const words = known ?? wordsOf(ruleOf(settings, event), facts, arrival);
    if (!known) await Message.update(words, whereClaimed(claim));
    const link = (text: string) => withLink(text, taskId, id);
    return { id, recipient, subject: await link(words.subject), body: await link(words.body) };
  });
}

/** Stands for the link in what is stored: whoever reads the database or a backup can't open it. */
const LINK = '{link}';

function wordsOf(
  rule: { subject: string; text: string },
  facts: Omit<Facts, 'network' | 'arrival' | 'link'>,
  arrival: TaskArrival | null,
) {
  const all = {
    ...facts,
    network: networkNames().name,
    arrival: arrival ? rangeText(arrival, ' to ') : '',
    link: env.APP_ORIGIN ? LINK : '',
  };
  return { subject: fill(rule.subject, all).replaceAll('\n', ' '), body: fill(rule.text, all) };
}

async function withLink(text: string, taskId: number, messageId: string): Promise<string> {
  if (!text.includes(LINK) || !env.APP_ORIGIN) return text;
  return text.replaceAll(LINK, env.APP_ORIGIN + (await linkForMessage(taskId, messageId)));
}

async function arrivalFor({ id, event }: Claim): Promise<TaskArrival | null> {
  if (!SAYS_WHEN.has(event)) return null;
  const task = await row<Parameters<typeof arrivalOf>[0]>(
    `select t.id, t.driver_id, t.status from message_tasks mt join tasks t on t.id = mt.task_id and ${TRUE[event]}
     where mt.message_id = $id::uuid order by t.id limit 1`,
    { id },
  );
  return task && arrivalOf(task);
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
