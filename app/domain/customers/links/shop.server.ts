/** Reads the page that a link shows to an account: its open deliveries, those of the last days, and one day on paper. */
import { row, rows } from 'db/connection';
import { businessZone } from '~/domain/network/settings/network.server';
import { authorizeAll } from '~/domain/kernel/permissions';
import type { Actor } from '~/domain/kernel/actor';
import { fieldRefusal, notFound } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { dateLabel, isDay } from '~/domain/kernel/time';
import { isDone, isUnderWay } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';
import { wheresOf } from '~/domain/customers/where/where.server';
import type { ShopPage } from '~/domain/tasks/model/expected';
import type { AccountDay } from './proof';
import { keyedHash } from '~/process/secret.server';
import { locale } from '~/words/words';
import { officePictures, proofsOf, withZone } from './proof.server';

/** Completed deliveries of so many days are listed, today included. */
const DAYS = 7;
const MOST_DELIVERIES = 400;

type Delivery = { id: number; address: string; invoiceNumber: string; day: string | null };

/** Open deliveries come first, then the latest. `day`: the business day of the completion. */
const listDeliveries = (accountId: number) =>
  rows<Delivery>(
    `select t.id, t.address, t.invoice_number as "invoiceNumber", (t.completed_at at time zone $zone)::date::text as day
     from tasks t
     where t.account_id = $accountId and t.type = 'delivery' and (
       not t.archived and not ${statusIs(isDone)}
       or ${statusIs(isDone)} and t.completed_at >= (((now() at time zone $zone)::date - ${String(DAYS - 1)})::timestamp at time zone $zone))
     order by ${statusIs(isDone)}, ${statusIs(isUnderWay)} desc, t.order_index, t.completed_at desc, t.id
     limit ${String(MOST_DELIVERIES)}`,
    { accountId, zone: businessZone() },
  );

/** The name of a delivery in addresses below the link: without it, they would tell how many tasks there are. */
const keyOf = (linkId: number, taskId: number) =>
  keyedHash(`delivery ${String(taskId)} of link ${String(linkId)}`).slice(0, 16);

/** @returns the task that the key names, if the link's page lists it. */
export async function deliveryOf(linkId: number, accountId: number, key: string): Promise<number | null> {
  return (await listDeliveries(accountId)).find(({ id }) => keyOf(linkId, id) === key)?.id ?? null;
}

const headOf = (accountId: number) =>
  row<{ name: string; company: string }>(
    `select a.name, coalesce((select value->>'company' from settings where name = 'network'), '') as company
     from accounts a where a.id = $accountId and a.deleted_at is null`,
    { accountId },
  );

export async function shopPage(linkId: number, accountId: number): Promise<ShopPage | null> {
  const [head, found] = await Promise.all([headOf(accountId), listDeliveries(accountId)]);
  if (!head) return null;
  const wheres = await wheresOf(found.map(({ id }) => id));
  const shown = found.map(({ id, address, invoiceNumber, day }) => {
    const sentence = wheres.get(id)?.sentence ?? '';
    return { day, delivery: { key: keyOf(linkId, id), address, invoiceNumber, sentence } };
  });
  const on = (wanted: string | null) =>
    shown.flatMap(({ day, delivery }) => (day === wanted ? [delivery] : []));
  const days = [...new Set(shown.flatMap(({ day }) => day ?? []))];
  return {
    ...head,
    asOf: withZone(new Date().toISOString()),
    open: on(null),
    days: days.map((day) => ({ day, title: dayTitle(day), deliveries: on(day) })),
  };
}

const dayTitle = (day: string) => dateLabel(day, locale());

type Pictures = Parameters<typeof proofsOf>[1];

async function paperOf(
  accountId: number,
  day: string,
  taskIds: number[],
  pictures: Pictures,
): Promise<AccountDay | null> {
  const head = await headOf(accountId);
  if (!head) return null;
  const proofs = await proofsOf(taskIds, pictures);
  return { ...head, title: dayTitle(day), proofs: taskIds.flatMap((id) => proofs.get(id) ?? []) };
}

/** The deliveries that were completed on one of the days that the link's page lists. */
export async function shopDay(
  linkId: number,
  accountId: number,
  day: string,
  address: (key: string) => Pictures,
) {
  const found = (await listDeliveries(accountId)).filter((delivery) => delivery.day === day);
  const pictures: Pictures = (task) => address(keyOf(linkId, task.id))(task);
  return found.length === 0 ? null : paperOf(accountId, day, found.map(({ id }) => id).reverse(), pictures);
}

/** The same for the office, of any day. */
export async function accountDay(actor: Actor, accountId: number, day: string): Promise<AccountDay> {
  authorizeAll(actor, 'readArchive');
  if (!isDay(day)) throw fieldRefusal('date', untranslated('invalidDate', 'Invalid date'));
  const found = await rows<{ id: number }>(
    `select t.id from tasks t where t.account_id = $accountId and t.type = 'delivery' and ${statusIs(isDone)}
       and t.completed_at >= $day::date::timestamp at time zone $zone
       and t.completed_at < ($day::date + 1)::timestamp at time zone $zone
     order by t.completed_at, t.id limit ${String(MOST_DELIVERIES)}`,
    { accountId, day, zone: businessZone() },
  );
  const paper = await paperOf(
    accountId,
    day,
    found.map(({ id }) => id),
    officePictures,
  );
  if (!paper) throw notFound('Account');
  return paper;
}
