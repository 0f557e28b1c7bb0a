/** Reads the pages that people open with a link, without signing in. */
import * as z from 'zod/v4';
import { row, rows, transaction } from 'db/connection';
import { hashOf } from '~/domain/network/users/sessions.server';
import { noted } from '~/domain/tasks/store/save.server';
import { readersTime } from '~/domain/network/settings/business-time.server';
import { networkOf } from '~/domain/platform/ip-address.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { removedOf } from '~/domain/network/settings/retention.server';
import type { StoredImage } from '~/domain/tasks/store/queries.server';
import { isSignedFor } from '~/domain/tasks/model/completion';
import { type AccountDay, CUSTOMER_WROTE, type Expected, LONGEST_LINE } from '~/domain/tasks/model/expected';
import { distanceTo } from '~/domain/tracking/visits.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { rateLimit } from '~/domain/platform/rate-limit.server';
import { nameText } from '~/domain/kernel/schema';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { record } from '~/domain/tasks/events/record.server';
import { addConcerns } from '~/domain/tasks/activity/concerns.server';
import { wheresOf } from '~/domain/customers/where/where.server';
import { OPEN, SAME_CUSTOMER, visits } from './links.server';
import type { Proof } from './proof';
import { PROOF_FACTS, PROOF_FROM, type ProofFacts, withZone } from './proof.server';
import { customer as words } from '~/words/en/customer';
import { message, say, saidBy } from '~/domain/kernel/sentence';
import { isDone, isUnderWay } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

const LINK = `join proof_links l on l.task_id = t.id and l.token_hash = $tokenHash and ${OPEN} and ${SAME_CUSTOMER}`;

/** Customers read these words; those of the office are not for them. */
const SAID = { created: 'ordered', going: 'onTheWay', completed: 'completed' } as const;

type Shared = ProofFacts & {
  hasSignature: boolean;
  photoCount: number;
  activity: { action: keyof typeof SAID; at: string }[] | null;
};

/**
 * Reads the page of a link: the expected arrival, the proof, or the day of an account. All are null when the
 * link never existed, has ended or was revoked, so that a visitor can't tell these apart.
 * @param ip the address that asks; its tries are limited.
 */
export async function openLink(
  token: string,
  ip: string,
): Promise<{ expected: Expected | null; proof: Proof | null; day: AccountDay | null }> {
  await visits.spend(networkOf(ip));
  const expected = await expectedOf(token);
  // The proof is read second, so that a task that is completed meanwhile is found.
  const proof = expected ? null : await proofOf(token);
  return { expected, proof, day: expected || proof ? null : await dayOf(token) };
}

async function proofOf(token: string): Promise<Proof | null> {
  const found = await row<Shared>(
    `select ${PROOF_FACTS}, s.task_id is not null as "hasSignature",
       (select count(*)::integer from task_photos p where p.task_id = t.id) as "photoCount",
       (select json_agg(json_build_object('action', e.action, 'at', e.occurred_at) order by e.occurred_at, e.id)
        from task_events e where e.task_id = t.id and e.action = any($actions)) as activity
     ${PROOF_FROM} ${LINK} where ${statusIs(isDone)}`,
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
      at: readersTime(at),
      what: words[SAID[action]],
      by: null,
      lines: [],
    })),
    removed: await removedOf({
      completedAt: facts.completedAt,
      lacksSignature: isSignedFor(facts) && !hasSignature,
      photoCount,
    }),
    notes: null,
  };
}

/** SQL, for tasks as `t` and their dealerships as `d`: the facts to show before completion. */
const SHOWN = `
  t.id, t.type, t.location, t.address, t.invoice_number as "invoiceNumber",
  coalesce((select value->>'company' from settings where name = 'network'), '') as company,
  coalesce(nullif(d.fullname, ''), t.dealership) as dealership
  from tasks t left join dealership_locations d on d.name = t.dealership`;

type Shown = Omit<Expected, 'state' | 'place' | 'sentence' | 'distance' | 'asOf'> & { id: number };

async function expectedOf(token: string): Promise<Expected | null> {
  const found = await row<Shown>(`select ${SHOWN} ${LINK} where not ${statusIs(isDone)}`, {
    tokenHash: hashOf(token),
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

const MOST_DELIVERIES = 100;
/** SQL: when the day began on business clocks. */
const TODAY = '((now() at time zone $zone)::date::timestamp at time zone $zone)';

/** Returns an account's deliveries of the day: open ones, and those completed today. */
async function dayOf(token: string): Promise<AccountDay | null> {
  const account = await row<{ id: number; name: string; company: string }>(
    `select a.id, a.name, coalesce((select value->>'company' from settings where name = 'network'), '') as company
     from proof_links l join accounts a on a.id = l.account_id and a.deleted_at is null
     where l.token_hash = $tokenHash and ${OPEN}`,
    { tokenHash: hashOf(token) },
  );
  if (!account) return null;
  const { id, name, company } = account;
  const found = await rows<Shown>(
    `select ${SHOWN}
     where t.account_id = $id and t.type = 'delivery'
       and (not t.archived and not ${statusIs(isDone)} or t.completed_at >= ${TODAY})
     order by ${statusIs(isDone)}, ${statusIs(isUnderWay)} desc, t.order_index, t.completed_at desc, t.id
     limit ${String(MOST_DELIVERIES)}`,
    { id, zone: businessZone() },
  );
  const wheres = await wheresOf(found.map((task) => task.id));
  return {
    name,
    company,
    asOf: withZone(new Date().toISOString()),
    deliveries: found.map(({ id: taskId, address, invoiceNumber }) => ({
      address,
      invoiceNumber,
      sentence: wheres.get(taskId)?.sentence ?? '',
    })),
  };
}

export async function openSignature(token: string, ip: string): Promise<StoredImage | null> {
  await visits.spend(networkOf(ip));
  return row<StoredImage>(
    `select s.image, s.media_type as "mediaType" from task_signatures s join tasks t on t.id = s.task_id ${LINK}
     where ${statusIs(isDone)}`,
    { tokenHash: hashOf(token) },
  );
}

/** @param number the position of the photo, from 1 on. */
export async function openPhoto(token: string, number: number, ip: string): Promise<StoredImage | null> {
  await visits.spend(networkOf(ip));
  const photos = await rows<StoredImage>(
    `select p.image, p.media_type as "mediaType" from task_photos p join tasks t on t.id = p.task_id ${LINK}
     where ${statusIs(isDone)} order by p.created_at, p.id offset $before limit 1`,
    { tokenHash: hashOf(token), before: number - 1 },
  );
  return photos[0] ?? null;
}

/** One line from a customer to the office, under the link of a task that is not completed. Anyone with the link may write. */

/** The limit counts by link. */
const lines = rateLimit({ name: 'customer-lines', points: 5, seconds: 3_600, what: 'messages' });

const Line = nameText(LONGEST_LINE, 'Message').pipe(z.string().min(1, message('writeMessage')));

type Write = (given: unknown) => Promise<void>;

/** The link is checked before the body is read. @throws a refusal with a sentence for the customer */
export async function lineWriter(token: string, ip: string): Promise<Write> {
  await visits.spend(networkOf(ip));
  const link = await row<{ id: number; taskId: number }>(
    `select l.id, l.task_id as "taskId" from proof_links l join tasks t on t.id = l.task_id
     where l.token_hash = $tokenHash and ${OPEN} and ${SAME_CUSTOMER}`,
    { tokenHash: hashOf(token) },
  );
  if (!link) throw notFound('Link');
  return (given) => writeLine(link, given);
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
