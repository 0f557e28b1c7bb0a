/** Makes, amends or deletes the task of a document, once, or leaves a question. */
import { RetryTransaction, row, rows, transaction } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { LIMITS } from '~/domain/kernel/limits';
import { parseInput } from '~/domain/kernel/parse-input.server';
import { actorOf } from '~/domain/network/users/queries.server';
import { amendTask, createTask, deleteTask } from '~/domain/tasks/lifecycle/commands.server';
import { findOrder, lockOrder } from '~/domain/tasks/lifecycle/create-defaults.server';
import { TASK_FIELDS } from '~/domain/tasks/model/fields';
import { CreateTask, UpdateTask } from '~/domain/tasks/model/schema';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import type { TaskStatus, TaskType } from '~/domain/tasks/model/task';
import { Held } from '~/domain/intake/reading/held';
import type { PartLine } from '~/domain/intake/layouts/part-lines';
import { type Destination, destinationOf, type Printed } from './customers.server';
import { type Contents, differencesOf, inWords, partsIn, withParts } from './differences';
import { isDone, isUnderWay } from '~/domain/tasks/model/statuses';

type Order = Printed & {
  documentId: number;
  /** The person for whom orders of the source are made. */
  userId: number;
  /** The dealership for which the source makes orders, if it is not the person's first one. */
  dealership: string | null;
  /** The kind and the name of the source. */
  source: string;
  kind: 'order' | 'void' | 'return' | 'copy';
  reference: string;
  via: string;
  /** As printed, with the lines that a person has corrected. */
  printed: Contents;
  /** The person who decided; null when nobody was asked. */
  decidedBy: number | null;
  /** The person wants a task of its own, although the order has one. */
  isApart: boolean;
};

const LOCK = `
  select id from intake_documents where id = $documentId and state in ('new', 'waiting') for update`;

// Numbers of orders are those of a dealership, which may print and mail the same invoice.
const EARLIER = `
  select d.kind, d.source_id <> $sourceId as "isOther", coalesce(d.lines, '[]') as lines, coalesce(d.fields #>> '{customer,value}', '') as customer,
    coalesce(d.fields #>> '{via,value}', '') as via,
    concat_ws(', ', d.fields #>> '{street,value}', d.fields #>> '{city,value}') as place,
    d.task_id as "taskId", coalesce(t.archived, true) as "isOver"
  from intake_documents d left join tasks t on t.id = d.task_id
  where d.source_id = any(array(
      select s.id from intake_sources s join users u on u.id = s.user_id join users m on m.id = $userId
      where coalesce(s.dealership, u.dealerships[1], '') = coalesce($dealership, m.dealerships[1], ''))) and d.reference = $reference and d.state = 'made' and d.id <> $documentId
  order by d.decided_at desc, d.id desc limit 1`;
type Earlier = Contents & {
  kind: Order['kind'];
  /** Another source has sent it. */
  isOther: boolean;
  taskId: number | null;
  /** The task is archived or deleted. */
  isOver: boolean;
};

const TASK = `
  select t.id, t.type, t.status, t.driver_id is not null and t.seen_at is not null as "isSeen",
    coalesce(r.state in ('out', 'done'), false) as "hasLeft", t.account_id as "accountId", t.notes
  from tasks t left join runs r on r.id = t.run_id where t.id = $taskId and not t.archived`;
type Present = {
  id: number;
  type: TaskType;
  status: TaskStatus;
  isSeen: boolean;
  /** Its run has left. */
  hasLeft: boolean;
  accountId: number | null;
  notes: string;
};

// A copy makes nothing.
const MADE = `
  update intake_documents set state = case when $kind = 'copy' then 'ignored' else 'made' end, kind = $kind,
    reason = null, task_id = $taskId, reference = $reference,
    lines = case when lines is null and $lines = '[]' then null else $lines::jsonb end,
    customer = $customer, decided_at = now(), decided_by = $decidedBy where id = $documentId`;

/**
 * Makes the task and notes it in one transaction, so that a process that dies leaves both or neither. Does nothing for
 * a document that was decided meanwhile. @throws Held, or the refusal of the order.
 */
export async function makeOrder(order: Order): Promise<void> {
  const { source, dealership, decidedBy: person } = order;
  const notedAs = person === null ? { source } : { id: person };
  const actor: Actor = {
    ...(await actorOf(order.userId)),
    ...(dealership !== null && { actsFor: dealership }),
    notedAs,
  };
  await transaction(async () => {
    const { documentId, sourceId, userId, reference, customer, decidedBy } = order;
    if (!(await row(LOCK, { documentId }))) return;
    await lockOrder(reference);
    const earlier = await row<Earlier>(EARLIER, {
      sourceId,
      userId,
      dealership,
      reference,
      documentId,
    });
    const found = earlier && !earlier.isOver ? earlier.taskId : (await findOrder(actor, reference))?.id;
    const present = found ? await row<Present>(TASK, { taskId: found }) : null;
    const taskId = await DOES[order.kind](actor, order, earlier, present);
    const lines = JSON.stringify(order.printed.lines);
    await rows(MADE, { documentId, taskId, reference, customer, decidedBy, kind: order.kind, lines });
  });
}

/** Locks the task: its driver must not see it or set out between the check of its state and the change. */
async function locked({ id }: Present): Promise<Present> {
  await lockTasks([id]);
  const task = await row<Present>(TASK, { taskId: id });
  // A person has deleted or archived it meanwhile.
  if (!task) throw new RetryTransaction();
  return task;
}

async function voided(
  actor: Actor,
  order: Order,
  earlier: Earlier | null,
  present: Present | null,
): Promise<number | null> {
  // The same again.
  if (earlier?.kind === 'void' && !present) return earlier.taskId;
  const task = present && (await locked(present));
  if (!task) throw new Held(`There is no order ${order.reference} that could be voided`);
  if (isDone(task)) throw new Held('It is voided, but was completed', task.id);
  if (order.decidedBy === null) {
    const isOthers = earlier?.isOther && earlier.customer !== order.customer;
    const obstacle = isOthers ? OBSTACLES.otherSource : obstacleTo(earlier, task);
    if (obstacle) throw new Held(`It is voided, but ${obstacle.void}`, task.id);
  }
  await deleteTask({ actor, taskId: task.id });
  return task.id;
}

/** Its original may come later, or not at all. */
function copied(order: Order, earlier: Earlier | null, present: Present | null): number | null {
  if (!earlier && !present && order.decidedBy === null)
    throw new Held(`There is no order ${order.reference} of which it could be a copy`);
  return present?.id ?? earlier?.taskId ?? null;
}

const DOES: Record<
  Order['kind'],
  (actor: Actor, order: Order, earlier: Earlier | null, present: Present | null) => Promise<number | null>
> = {
  order: made,
  return: made,
  void: voided,
  copy: (_, order, earlier, present) => Promise.resolve(copied(order, earlier, present)),
};

/** Why a source may not change an order by itself, in words about a void and about an amendment. */
const OBSTACLES = {
  otherSystem: {
    void: 'another system has made the order',
    amend: () => 'There is an order of this number that another system has made',
  },
  otherSource: {
    void: 'another source has sent the order',
    amend: (words: string) => `Another source has sent it otherwise: ${words}`,
  },
  going: { void: 'under way', amend: (words: string) => `Changed after it left: ${words}` },
  hasLeft: { void: 'its run has left', amend: (words: string) => `Changed after its run left: ${words}` },
  isSeen: {
    void: 'its driver has seen it',
    amend: (words: string) => `Changed after the driver has seen it: ${words}`,
  },
};

/** A source changes only what documents have made, while nobody has it in hand. */
function obstacleTo(earlier: Earlier | null, task: Present) {
  if (earlier?.taskId !== task.id) return OBSTACLES.otherSystem;
  if (isUnderWay(task)) return OBSTACLES.going;
  if (task.hasLeft) return OBSTACLES.hasLeft;
  return task.isSeen ? OBSTACLES.isSeen : null;
}

async function made(
  actor: Actor,
  order: Order,
  earlier: Earlier | null,
  present: Present | null,
): Promise<number | null> {
  const { kind, printed, decidedBy, isApart } = order;
  const differences = earlier ? differencesOf(earlier, printed) : [];
  // A reprint changes nothing that people have changed since.
  if (present && earlier?.kind === kind && differences.length === 0 && !isApart) return present.id;
  if (!present && earlier && decidedBy === null)
    throw new Held(earlier.kind === 'void' ? 'This order was voided before' : 'This order was done before');
  if (present && earlier && earlier.customer !== order.customer && decidedBy === null)
    throw new Held(
      `Order ${order.reference} was for customer ${earlier.customer}, and is for ${order.customer} here`,
      present.id,
    );
  const destination = await destinationOf(order, decidedBy !== null);
  if (!present || isApart) return created(actor, order, destination, present === null);
  const task = await locked(present);
  const type = kind === 'return' ? 'pickup' : 'delivery';
  if (task.type !== type)
    throw new Held(`The order of this number is a ${task.type}, and this document a ${type}`, task.id);
  if (isDone(task)) throw new Held(`Changed after it was completed: ${inWords(differences)}`, task.id);
  if (decidedBy === null) {
    const obstacle = earlier?.isOther ? OBSTACLES.otherSource : obstacleTo(earlier, task);
    if (obstacle) throw new Held(obstacle.amend(inWords(differences)), task.id);
  }
  await amended(actor, order, earlier, task, destination);
  return task.id;
}

const locationOf = ({ id, name, address }: Destination) => ({ account_id: id, location: name, address });

const MOST_NOTED = LIMITS.notes / 2;

/** Deliveries have no field for part numbers, so that their parts are notes. */
const goodsOf = ({ kind, printed: { lines } }: Order, notes: string, former: PartLine[]) =>
  kind === 'return'
    ? { part_numbers: partsIn(lines, TASK_FIELDS.part_numbers.max) }
    : { notes: withParts(notes, partsIn(former, MOST_NOTED), partsIn(lines, MOST_NOTED)) };

const HAS_RUNS = `
  select exists (select from users u join run_schedules s on s.dealership = coalesce($dealership, u.dealerships[1])
    where u.id = $userId) as "hasRuns"`;

/** Rules choose the run. Without schedules nobody has chosen a driver, so that the dispatcher does. */
async function created(actor: Actor, order: Order, destination: Destination, isFirst: boolean) {
  const { kind, reference, via, userId, dealership } = order;
  const { hasRuns = false } = (await row<{ hasRuns: boolean }>(HAS_RUNS, { userId, dealership })) ?? {};
  const input = parseInput(CreateTask, {
    ...locationOf(destination),
    ...goodsOf(order, '', []),
    ...(kind === 'order' && { invoice_number: reference }),
    type: kind === 'return' ? 'pickup' : 'delivery',
    ship_via: via,
    external_ref: isFirst ? reference : null,
    ...(!hasRuns && { driver_id: null }),
  });
  return (await createTask({ actor, input })).id;
}

/** Only what differs from the earlier document is changed, so that what people have changed stays. */
async function amended(
  actor: Actor,
  order: Order,
  earlier: Earlier | null,
  task: Present,
  destination: Destination,
): Promise<void> {
  const { kind, reference, via, printed, decidedBy } = order;
  const differs = (what: 'customer' | 'place' | 'via') => earlier?.[what] !== printed[what];
  const isOther = decidedBy !== null && task.accountId !== destination.id;
  const isElsewhere = isOther || differs('customer') || differs('place');
  const areOthers = !earlier || differencesOf({ ...printed, lines: earlier.lines }, printed).length > 0;
  const input = parseInput(UpdateTask, {
    ...(isElsewhere && locationOf(destination)),
    ...(differs('via') && { ship_via: via }),
    ...(areOthers && goodsOf(order, task.notes, earlier?.lines ?? [])),
    ...(!earlier && kind === 'order' && { invoice_number: reference }),
  });
  await amendTask(actor, task.id, input, reference);
}
