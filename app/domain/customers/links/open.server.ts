/** Reads the pages that people open with a link, without signing in. */
import * as z from 'zod/v4';
import { row, transaction } from 'db/connection';
import { hashOf } from '~/domain/network/users/sessions.server';
import { noted } from '~/domain/tasks/store/save.server';
import { networkOf } from '~/domain/platform/ip-address.server';
import type { StoredImage } from '~/domain/tasks/store/queries.server';
import { CUSTOMER_WROTE, type Expected, LONGEST_LINE, type ShopPage } from '~/domain/tasks/model/expected';
import { distanceTo } from '~/domain/tracking/visits.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { rateLimit } from '~/domain/platform/rate-limit.server';
import { nameText } from '~/domain/kernel/schema';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { record } from '~/domain/tasks/events/record.server';
import { addConcerns } from '~/domain/tasks/activity/concerns.server';
import { wheresOf } from '~/domain/customers/where/where.server';
import { OPEN, SAME_CUSTOMER, visits } from './links.server';
import type { AccountDay, Proof } from './proof';
import { proofsOf, withZone } from './proof.server';
import { deliveryOf, shopDay, shopPage } from './shop.server';
import { message, say, saidBy } from '~/domain/kernel/sentence';
import { isDone } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

type Link = { id: number; taskId: number | null; accountId: number | null };

// Links of accounts stand for long, so the office sees which ones are used.
const OPENED = `
  with found as (
    select l.id, t.id as "taskId", a.id as "accountId" from proof_links l
    left join tasks t on t.id = l.task_id and ${SAME_CUSTOMER}
    left join accounts a on a.id = l.account_id and a.deleted_at is null
    where l.token_hash = $tokenHash and ${OPEN} and (t.id is not null or a.id is not null)
  ), noted as (
    update proof_links l set opened_at = now() from found
    where l.id = found.id and found."accountId" is not null
      and (l.opened_at is null or l.opened_at < now() - interval '1 minute')
  )
  select * from found`;

/**
 * @param ip the address that asks; its tries are limited.
 * @returns null when the link never existed, has ended or was revoked, so that a visitor can't tell these apart.
 */
async function openedLink(token: string, ip: string): Promise<Link | null> {
  await visits.spend(networkOf(ip));
  return row<Link>(OPENED, { tokenHash: hashOf(token) });
}

/** The part of a link's page that the address names: one delivery of an account, or one of its days. */
export type Part = { delivery: string | null; day: string | null };

/** The task of the link, or the chosen one of the account's deliveries. */
async function taskOf({ id, taskId, accountId }: Link, delivery: string | null): Promise<number | null> {
  if (taskId !== null || accountId === null || delivery === null) return taskId;
  return deliveryOf(id, accountId, delivery);
}

export type Shown = {
  expected: Expected | null;
  proof: Proof | null;
  shop: ShopPage | null;
  day: AccountDay | null;
};
const NOTHING: Shown = { expected: null, proof: null, shop: null, day: null };

const pictures =
  (token: string, query: string): Parameters<typeof proofsOf>[1] =>
  ({ photoIds }) => ({
    signature: `/p/${token}/signature${query}`,
    photos: photoIds.map((_, index) => `/p/${token}/photos/${String(index + 1)}${query}`),
  });
const below = (delivery: string) => `?delivery=${encodeURIComponent(delivery)}`;

/** Reads the page of a link: the expected arrival, the proof, an account's deliveries or a day of these. */
export async function openLink(token: string, { delivery, day }: Part, ip: string): Promise<Shown> {
  const link = await openedLink(token, ip);
  if (!link) return NOTHING;
  const { id, accountId } = link;
  if (accountId !== null && day !== null)
    return { ...NOTHING, day: await shopDay(id, accountId, day, (key) => pictures(token, below(key))) };
  if (accountId !== null && delivery === null) return { ...NOTHING, shop: await shopPage(id, accountId) };
  const taskId = await taskOf(link, delivery);
  if (taskId === null) return NOTHING;
  const expected = await expectedOf(taskId);
  // The proof is read second, so that a task that is completed meanwhile is found.
  const proofs = expected
    ? null
    : await proofsOf([taskId], pictures(token, delivery === null ? '' : below(delivery)));
  return { ...NOTHING, expected, proof: proofs?.get(taskId) ?? null };
}

/** SQL, for tasks as `t` and their dealerships as `d`: the facts to show before completion. */
const SHOWN = `
  t.id, t.type, t.location, t.address, t.invoice_number as "invoiceNumber",
  coalesce((select value->>'company' from settings where name = 'network'), '') as company,
  coalesce(nullif(d.fullname, ''), t.dealership) as dealership
  from tasks t left join dealership_locations d on d.name = t.dealership`;

type Facts = Omit<Expected, 'state' | 'place' | 'sentence' | 'distance' | 'asOf'> & { id: number };

async function expectedOf(taskId: number): Promise<Expected | null> {
  const found = await row<Facts>(`select ${SHOWN} where t.id = $taskId and not ${statusIs(isDone)}`, {
    taskId,
  });
  const where = found && (await wheresOf([found.id])).get(found.id);
  if (!where) return null;
  const { id, ...shown } = found;
  const { state, place, sentence } = where;
  const isNext = place === 1 && state !== 'arrived';
  return {
    ...shown,
    state,
    place,
    sentence,
    distance: isNext ? await distanceTo(id) : null,
    asOf: withZone(new Date().toISOString()),
  };
}

export async function openSignature(
  token: string,
  delivery: string | null,
  ip: string,
): Promise<StoredImage | null> {
  const link = await openedLink(token, ip);
  const taskId = link && (await taskOf(link, delivery));
  return row<StoredImage>(
    `select s.image, s.media_type as "mediaType" from task_signatures s join tasks t on t.id = s.task_id
     where t.id = $taskId and ${statusIs(isDone)}`,
    { taskId },
  );
}

/** @param number the position of the photo, from 1 on. */
export async function openPhoto(
  token: string,
  { delivery, number }: { delivery: string | null; number: number },
  ip: string,
): Promise<StoredImage | null> {
  const link = await openedLink(token, ip);
  const taskId = link && (await taskOf(link, delivery));
  return row<StoredImage>(
    `select p.image, p.media_type as "mediaType" from task_photos p join tasks t on t.id = p.task_id
     where t.id = $taskId and ${statusIs(isDone)} order by p.created_at, p.id offset $before limit 1`,
    { taskId, before: number - 1 },
  );
}

/** One line from a customer to the office, under the link of a task that is not completed. Anyone with the link may write. */

/** The limit counts by link. */
const lines = rateLimit({ name: 'customer-lines', points: 5, seconds: 3_600, what: 'messages' });

const Line = nameText(LONGEST_LINE, 'Message').pipe(z.string().min(1, message('writeMessage')));

type Write = (given: unknown) => Promise<void>;

/** The link is checked before the body is read. @throws a refusal with a sentence for the customer */
export async function lineWriter(token: string, delivery: string | null, ip: string): Promise<Write> {
  const link = await openedLink(token, ip);
  const taskId = link && (await taskOf(link, delivery));
  if (!link || taskId === null) throw notFound('Link');
  return (given) => writeLine({ id: link.id, taskId }, given);
}

async function writeLine(link: { id: number; taskId: number }, given: unknown): Promise<void> {
  const parsed = Line.safeParse(given);
  if (!parsed.success) throw fieldRefusal('line', saidBy(parsed.error.issues[0]?.message ?? ''));
  await lines.spend(String(link.id));
  await transaction(async () => {
    const task = (await lockTasks([link.taskId])).get(link.taskId);
    if (!task) throw notFound('Link');
    if (isDone(task)) throw conflict(say('completedMeanwhile'));
    // A second click sends the same line, which is not written again.
    const same = await row(
      `select e.id from task_events e where e.task_id = $taskId and e.action = $action
         and e.changes #>> '{line,1}' = $line and e.occurred_at > now() - interval '10 minutes' limit 1`,
      { taskId: link.taskId, action: CUSTOMER_WROTE, line: parsed.data },
    );
    if (same) return;
    // The driver's card shows it as well.
    await record(null, [noted(link.taskId, CUSTOMER_WROTE, task.driver_id, { line: [null, parsed.data] })]);
    await addConcerns([{ taskId: link.taskId, kind: 'customer-wrote', said: parsed.data }]);
  });
}
