/** Makes, amends or deletes the task of a document, once, or leaves a question. */
import { row, rows, transaction } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { parseInput } from '~/domain/kernel/parse-input.server';
import { getProfile } from '~/domain/network/users/queries.server';
import { deleteTask } from '~/domain/tasks/lifecycle/commands.server';
import { findOrder, lockOrder } from '~/domain/tasks/lifecycle/create-defaults.server';
import { putOrder } from '~/domain/tasks/lifecycle/orders.server';
import { PutOrder } from '~/domain/tasks/model/schema';
import type { PartLine } from '~/domain/intake/layouts/part-lines';

type Order = {
  documentId: number;
  sourceId: number;
  /** The person as whom orders of the source are made. */
  userId: number;
  kind: 'order' | 'void' | 'return';
  reference: string;
  customer: string;
  name: string;
  lines: PartLine[] | null;
  /** The person who decided; null when nobody was asked. */
  decidedBy: number | null;
};

/** A person has to decide. The message is the question. */
export class Held extends Error {}

const LOCK = `
  select id from intake_documents where id = $documentId and state in ('new', 'waiting') for update`;

const ACCOUNT = `
  select c.name as "printed", a.id, a.name,
    coalesce(address_line(aa.address, aa.city, aa.state, aa.zip_code), '') as address
  from intake_customers c join accounts a on a.id = c.account_id and a.deleted_at is null
    left join account_addresses aa on aa.account_id = a.id and aa.is_default
  where c.source_id = $sourceId and c.number = $customer`;
type Account = {
  printed: string;
  id: number;
  name: string;
  address: string;
};

const EARLIER = `
  select d.lines, d.customer, coalesce(t.archived, true) as "isOver", d.task_id as "taskId"
  from intake_documents d left join tasks t on t.id = d.task_id
  where d.source_id = $sourceId and d.reference = $reference and d.state = 'made' and d.id <> $documentId
  order by d.decided_at desc, d.id desc limit 1`;
type Earlier = { lines: PartLine[] | null; customer: string; isOver: boolean; taskId: number | null };

const MADE = `
  update intake_documents set state = 'made', reason = null, task_id = $taskId, reference = $reference,
    customer = $customer, decided_at = now(), decided_by = $decidedBy where id = $documentId`;

/**
 * Makes the task and notes it in one transaction, so that a process that dies leaves both or neither. Does nothing for
 * a document that was decided meanwhile. @throws Held, or the refusal of the order.
 */
export async function makeOrder(order: Order): Promise<void> {
  const actor = await actorOf(order.userId);
  await transaction(async () => {
    const { documentId, sourceId, reference, customer, decidedBy } = order;
    if (!(await row(LOCK, { documentId }))) return;
    await lockOrder(reference);
    const earlier = await row<Earlier>(EARLIER, { sourceId, reference, documentId });
    if (earlier?.isOver && decidedBy === null) throw new Held('This order was done before');
    const taskId = order.kind === 'void' ? await voided(actor, order) : await made(actor, order, earlier);
    await rows(MADE, { documentId, taskId, reference, customer, decidedBy });
  });
}

/** The person as whom background work makes something. @throws not_found */
export async function actorOf(userId: number): Promise<Actor> {
  const { id, username, name, roles, dealerships } = await getProfile(userId);
  return { id, username, name, roles, dealerships };
}

async function voided(actor: Actor, { reference }: Order): Promise<number> {
  const found = await findOrder(actor.id, reference);
  const task = found && (await row<{ status: string }>('select status from tasks where id = $id', found));
  if (!found || !task) throw new Held('There is no order of this number that could be voided');
  if (task.status === 'going' || task.status === 'completed') throw new Held('It is voided, but under way');
  await deleteTask({ actor, taskId: found.id });
  return found.id;
}

async function made(actor: Actor, order: Order, earlier: Earlier | null): Promise<number> {
  const { kind, reference, decidedBy, lines } = order;
  const account = await accountOf(order);
  const present = await findOrder(actor.id, reference);
  const isSame = earlier && sameLines(earlier.lines, lines);
  // The same order again, such as a reprint, changes nothing that people have changed since.
  if (present && isSame && earlier.customer === order.customer && earlier.taskId === present.id)
    return present.id;
  if (present && earlier && !isSame && decidedBy === null)
    throw new Held('Its lines have changed since the order was made');
  const parts = (lines ?? []).map(({ part, quantity }) => `${String(quantity)} x ${part}`).join(', ');
  const input = parseInput(PutOrder, {
    account_id: account.id,
    location: account.name,
    address: account.address,
    ...(kind === 'return' ? { part_numbers: parts } : { invoice_number: reference }),
    ...(!present && { type: kind === 'return' ? 'pickup' : 'delivery', driver_id: null }),
    ...((!present || !isSame) && kind === 'order' && { notes: parts }),
  });
  const { id } = await putOrder({ actor, reference, input });
  return id;
}

async function accountOf({ sourceId, customer, name, decidedBy }: Order): Promise<Account> {
  const account = await row<Account>(ACCOUNT, { sourceId, customer });
  if (!account) throw new Held(`Customer ${customer} is new${name === '' ? '' : `: ${name}`}`);
  if (account.printed !== name && decidedBy === null)
    throw new Held(`Customer ${customer} was ${account.printed} before, and is ${name} here`);
  return account;
}

const sameLines = (one: PartLine[] | null, other: PartLine[] | null) => {
  const texts = (lines: PartLine[] | null) =>
    (lines ?? []).map(({ part, quantity }) => `${part} ${String(quantity)}`).sort();
  return JSON.stringify(texts(one)) === JSON.stringify(texts(other));
};
