/**
 * Sends the messages that are due, each by one instance at a time. The handover is committed before the
 * provider gets anything: if this process dies then, the message is not sent again by itself, because it may
 * have arrived.
 */
import { row, transaction } from 'db/connection';
import { Message, MessageTask } from 'db/models/notifications';
import { fn } from 'sequelize';
import { arrivalOf, rangeText, type TaskArrival } from '~/domain/scheduling/arrivals/arrivals.server';
import { businessZone, networkNames } from '~/domain/network/settings/network.server';
import { CHANNELS, type Channel } from '~/domain/network/accounts/contact-fields';
import type { Job, Kind, Outcome } from '~/domain/platform/jobs/job';
import { HAS_PAGE, linkForMessage, pageForContact } from '~/domain/customers/links/links.server';
import { reportService } from '~/domain/platform/services.server';
import { env } from '~/process/env.server';
import { isConfigured, type Outgoing, PROVIDERS } from './channels.server';
import { EVENTS, fill, type Facts, type MessageEvent } from './events';
import type { MessageSettings } from './schema';
import { readMessageSettings, wordsIn, type StoredSettings } from './settings.server';
import { messages } from '~/words/en/messages';
import { inLanguage } from '~/words/spoken.server';
import { isLanguage, type Language } from '~/words/languages';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

const SERVICES = { email: 'email', sms: 'text messages' };

/** The subject is a message, the lane a channel. */
export const customerMessages: Kind<object> = {
  kind: 'message',
  atOnce: 4,
  /** 30 s, 1, 2, 4, 8, 15, 30 min, 1, 2, 4 h, where the first wait is 30 s. */
  retrySeconds: [1, 2, 4, 8, 16, 30, 60, 120, 240, 480].map(
    (multiple) => multiple * env.MESSAGE_RETRY_SECONDS,
  ),
  keepDays: 90,
  paused: `select unnest('{${CHANNELS.filter((channel) => !isConfigured[channel]).join(',')}}'::text[])`,
  run: deliver,
};

type Stored = {
  id: string;
  event: MessageEvent;
  channel: Channel;
  recipient: string;
  subject: string | null;
  body: string | null;
  handedOver: boolean;
};

// The attempts of the job are copied for the page of messages and for older instances.
const BEGIN = `
  update messages set error = null, attempts = $attempts where id = $id::uuid and state = 'waiting'
  returning id, event, channel, recipient, subject, body, handed_over_at is not null as "handedOver"`;

async function deliver({ subject: id, attempts, isLast }: Job<object>): Promise<Outcome> {
  const message = await row<Stored>(BEGIN, { id, attempts });
  if (!message) return { is: 'done' };
  if (message.handedOver)
    return end(id, 'unknown', 'The server stopped while this was being sent. It may have arrived');
  const settings = await readMessageSettings();
  const quiet = await quietSeconds(settings);
  if (quiet !== null) {
    const write = () => Message.update({ attempts: attempts - 1 }, { where: { id } });
    return { is: 'later', seconds: quiet, write };
  }
  const outgoing = await prepare(message, settings);
  if (!outgoing) return { is: 'done' };
  const handOver = async () => {
    const where = { id, attempts, state: 'waiting', handedOverAt: null } as const;
    const [ours] = await Message.update({ handedOverAt: fn('now') }, { where });
    if (ours === 0) throw new Error('Another instance has taken over this message');
  };
  const outcome = await PROVIDERS[message.channel](outgoing, handOver);
  const isFault = outcome.is === 'down' || outcome.is === 'unknown';
  reportService(SERVICES[message.channel], isFault ? outcome.error : null);
  if (outcome.is === 'taken') return end(id, 'sent', null);
  if (outcome.is === 'unknown') return end(id, 'unknown', outcome.error);
  if (outcome.is === 'broken' || isLast) return end(id, 'failed', outcome.error);
  // A provider that takes no messages is not asked again for a while.
  const rest = outcome.is === 'down' ? Math.max(outcome.afterSeconds ?? 0, env.MESSAGE_RETRY_SECONDS) : 0;
  const { error } = outcome;
  const write = () => Message.update({ handedOverAt: null, error }, { where: { id } });
  return { is: 'again', afterSeconds: rest, restSeconds: rest, error, write };
}

const end = (id: string, state: 'sent' | 'failed' | 'unknown', error: string | null): Outcome => ({
  is: state === 'failed' ? 'failed' : 'done',
  error,
  write: () =>
    Message.update({ state, error, ...(state === 'sent' && { sentAt: fn('now') }) }, { where: { id } }),
});

/** SQL: whether the event still holds for the task `t`. */
const isTrueSql = (event: MessageEvent) => statusIs(EVENTS[event].trueWhile);

type Found = Omit<Facts, 'network' | 'arrival' | 'link'> & {
  agreed: boolean;
  taskId: number | null;
  language: string | null;
  accountId: number;
  contactId: number;
  hasPage: boolean;
};

/** Makes the text at the first try. Returns null when the event no longer holds. */
async function prepare(message: Stored, settings: StoredSettings): Promise<Outgoing | null> {
  const { id, event, channel, recipient, subject, body } = message;
  // The arrival is read before the transaction because a road engine may be asked.
  const arrival = await arrivalFor(message);
  return transaction(async () => {
    const found = await row<Found>(
      `select c.name as contact, a.name as account, c.language, c.id as "contactId", a.id as "accountId", ${HAS_PAGE} as "hasPage",
         $channel = any(c.channels) and $recipient = case $channel when 'email' then c.email else c.phone end
           and not ($channel = 'sms' and exists (select from stopped_numbers s where s.phone = c.phone)) as agreed,
         coalesce(max(t.address), '') as address, min(t.id) as "taskId",
         coalesce(string_agg(distinct nullif(t.invoice_number, ''), ', '), '') as invoices
       from messages m join account_contacts c on c.id = m.contact_id join accounts a on a.id = c.account_id
       left join message_tasks mt on mt.message_id = m.id
       left join tasks t on t.id = mt.task_id and ${isTrueSql(event)} and t.account_id = a.id
       where m.id = $id::uuid group by c.id, a.id`,
      { id, channel, recipient },
    );
    if (!found) return null;
    const { agreed, taskId, language: own, accountId, contactId, hasPage, ...facts } = found;
    const language = isLanguage(own) ? own : settings.languages.language;
    const isTrue = taskId !== null && (event !== 'late' || arrival?.late);
    if (!agreed || !isTrue) {
      await skip(id, agreed ? 'It was no longer true' : 'The contact no longer agrees to it');
      return null;
    }
    const known = subject !== null && body !== null ? { subject, body } : null;
    const make = () => wordsOf(wordsIn(language, settings, event), facts, arrival);
    const words = known ?? inLanguage(language, () => (hasPage ? make() : withPage(make())));
    if (!known) await Message.update(words, { where: { id, state: 'waiting' } });
    const link = (text: string) => withLinks(text, { taskId, messageId: id, accountId, contactId, language });
    return { id, recipient, subject: await link(words.subject), body: await link(words.body), language };
  });
}

/** Stored in place of the links, so that a reader of the database or of a backup can't open them. */
const LINK = '{link}';
const PAGE = '{page}';

/** The first message to a contact tells the page of the account, where there is an address for it. */
const withPage = ({ subject, body }: { subject: string; body: string }) => ({
  subject,
  body: env.APP_ORIGIN ? `${body}\n${messages.page(PAGE)}` : body,
});

function wordsOf(
  rule: { subject: string; text: string },
  facts: Omit<Facts, 'network' | 'arrival' | 'link'>,
  arrival: Arrival | null,
) {
  const all = {
    ...facts,
    network: networkNames().name,
    arrival: arrival ? rangeText(arrival, messages.to) : '',
    link: env.APP_ORIGIN ? LINK : '',
  };
  return { subject: fill(rule.subject, all).replaceAll('\n', ' '), body: fill(rule.text, all) };
}

type Linked = {
  taskId: number;
  messageId: string;
  accountId: number;
  contactId: number;
  language: Language;
};

/** The pages of the links begin in the language of the message. */
async function withLinks(text: string, linked: Linked): Promise<string> {
  const { APP_ORIGIN } = env;
  if (!APP_ORIGIN) return text;
  const { taskId, messageId, accountId, contactId, language } = linked;
  const urlOf = (path: string) => `${APP_ORIGIN}${path}${language === 'en' ? '' : `?language=${language}`}`;
  const link = text.includes(LINK) ? urlOf(await linkForMessage(taskId, messageId)) : '';
  const page = text.includes(PAGE) ? urlOf(await pageForContact(accountId, contactId)) : '';
  return text.replaceAll(LINK, link).replaceAll(PAGE, page);
}

type Arrival = Pick<TaskArrival, 'earliestAt' | 'latestAt' | 'late'>;

async function arrivalFor({ id, event }: Stored): Promise<Arrival | null> {
  if (!EVENTS[event].saysWhen) return null;
  if (event === 'promised') return promisedFor(id);
  const task = await row<Parameters<typeof arrivalOf>[0]>(
    `select t.id, t.driver_id, t.status from message_tasks mt join tasks t on t.id = mt.task_id and ${isTrueSql(event)}
     where mt.message_id = $id::uuid order by t.id limit 1`,
    { id },
  );
  return task && arrivalOf(task);
}

const promisedFor = (id: string) =>
  row<Arrival>(
    `select to_json(t.promised_from) #>> '{}' as "earliestAt", to_json(t.promised_to) #>> '{}' as "latestAt", false as late
     from message_tasks mt join tasks t on t.id = mt.task_id
     where mt.message_id = $id::uuid and t.promised_from is not null order by t.promised_from limit 1`,
    { id },
  );

/** Deleting the rows lets later events of these tasks send a message again. */
async function skip(id: string, error: string): Promise<void> {
  await Message.update({ state: 'skipped', error }, { where: { id, state: 'waiting' } });
  await MessageTask.destroy({ where: { messageId: id } });
}

/** Returns the seconds until the quiet hours end by business clocks; null outside of them. */
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
