/** Shows messages to customers, and sends one again. */
import { execute, row, rows, transaction } from 'db/connection';
import * as z from 'zod/v4';
import { runAgain } from '~/domain/platform/jobs/change-jobs.server';
import { recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, notFound } from '~/domain/kernel/errors';
import { isConfigured } from './channels.server';
import { EVENTS } from './events';
import {
  atMessage,
  ListMessages,
  MessageAnswer,
  ReplyAnswer,
  type CustomerReply,
  type Message,
} from './schema';
import { untranslated } from '~/domain/kernel/sentence';

const MESSAGE = `
  select m.id, m.place::integer as place, c.account_id as "accountId", a.name as "accountName", c.id as "contactId",
    c.name as "contactName", m.event, m.channel, m.recipient, array(
      select mt.task_id from message_tasks mt where mt.message_id = m.id order by mt.task_id) as "taskIds",
    m.state, m.attempts, to_json(j.run_at) #>> '{}' as "nextTryAt", to_json(m.sent_at) #>> '{}' as "sentAt",
    m.error, to_json(m.created_at) #>> '{}' as "createdAt"
  from messages m join account_contacts c on c.id = m.contact_id join accounts a on a.id = c.account_id
  left join jobs j on m.state = 'waiting' and j.kind = 'message' and j.subject = m.id::text and j.run_at is not null`;

export const listMessages = query(
  {
    summary: 'Messages to customers in the last 90 days, newest first',
    about: '`before` is the `place` of the last message on the previous page.',
    may: 'readAccounts',
    input: ListMessages,
    answer: z.array(MessageAnswer),
  },
  ({ input: { state, taskId, before, limit } }) =>
    rows<Message>(
      `${MESSAGE}
       where ($state::text is null or m.state = $state) and ($before::bigint is null or m.place < $before)
         and ($taskId::integer is null or exists (
           select from message_tasks mt where mt.message_id = m.id and mt.task_id = $taskId))
       order by m.place desc limit $limit`,
      { state: state ?? null, taskId: taskId ?? null, before: before ?? null, limit },
    ),
);

const MOST_REPLIES = 50;

export const listReplies = query(
  {
    summary: 'What customers answered to text messages in the last 90 days, newest first',
    about: `At most ${String(MOST_REPLIES)}. A reply with the word STOP, UNSUBSCRIBE or CANCEL, or with only a word such as ALTO, has ended messages to its number.`,
    may: 'readAccounts',
    answer: z.array(ReplyAnswer),
  },
  () =>
    rows<CustomerReply>(
      `select r.id, r.phone, r.body, to_json(r.received_at) #>> '{}' as "receivedAt", coalesce((
         select json_agg(json_build_object('accountId', a.id, 'accountName', a.name, 'contactName', c.name) order by c.id)
         from account_contacts c join accounts a on a.id = c.account_id where c.phone = r.phone), '[]') as contacts
       from customer_replies r order by r.id desc limit ${String(MOST_REPLIES)}`,
    ),
);

/** The message keeps its id and text, however often it was tried. */
export const resendMessage = command(
  {
    summary: 'Sends a message to a customer again',
    about:
      'Uses the same id and text. One that is waiting is sent now; 409 for one that was sent within the last minute. It is still held back in quiet hours, by a contact who no longer agrees, and when it is no longer true.',
    may: 'editAccounts',
    at: atMessage,
    answer: MessageAnswer,
  },
  ({ actor, messageId: id }) =>
    transaction(async () => {
      const before = await sendMessageAgain(id);
      await recordAdminEvent(actor, {
        act: 'message.resent',
        target: { id: before.place, name: `${EVENTS[before.event].label}: ${before.contactName}` },
        changes: { state: [before.state, 'waiting'] },
      });
      return requireMessage(id);
    }),
);

/**
 * Leaves a message alone that is being sent at this moment. @returns the message as it was. @throws conflict,
 * with a sentence
 */
export async function sendMessageAgain(id: string): Promise<Message> {
  const before = await requireMessage(id);
  if (!isConfigured[before.channel])
    throw conflict(
      untranslated('channelNotSetUp', 'The server can’t send such messages. An admin has to set it up first'),
    );
  if (before.state === 'skipped')
    throw conflict(untranslated('messageNoLongerTrue', 'It was no longer true, or no longer agreed to'));
  // A colleague, or a first click, has sent it already.
  if (await row(JUST_SENT, { id })) throw conflict(untranslated('messageJustSent', 'It has just been sent'));
  // The job is locked first, in the same order as when a sending ends: another order could deadlock.
  await execute(LOCK_JOB, { id });
  await execute(WAIT_AGAIN, { id });
  if (!(await runAgain('message', id))) await execute(INSERT_JOB, { id });
  return before;
}

const LOCK_JOB = `
  select id from jobs where kind = 'message' and subject = $id and run_at is not null for update`;
const WAIT_AGAIN = `
  update messages set state = 'waiting', handed_over_at = null, error = null,
    attempts = case when state = 'waiting' then attempts else 0 end
  where id = $id::uuid and (state <> 'waiting' or handed_over_at is null)`;
const INSERT_JOB = `
  insert into jobs (kind, subject, lane) select 'message', id, channel from messages
  where id = $id::uuid and not exists (
    select from jobs where kind = 'message' and subject = $id and state = 'running')`;

const JUST_SENT = `select from messages where id = $id::uuid and sent_at > now() - interval '1 minute'`;

async function requireMessage(id: string): Promise<Message> {
  const message = await row<Message>(`${MESSAGE} where m.id = $id::uuid`, { id });
  if (!message) throw notFound('Message');
  return message;
}
