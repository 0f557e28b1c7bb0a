/**
 * A stream of writes that remembers the acknowledged ones. Each lane is a dispatcher who manages one driver's tasks.
 * The writes of a lane run in sequence, each under its own Idempotency-Key, and are repeated until they get a final
 * answer. So at the end the state of every task is known, whatever faults have happened.
 */
import { diceOf } from 'db/demo/dice';
import { randomUUID } from 'node:crypto';
import type { Answer, Client } from './client';
import { delivery, pickup, transfer } from './factories';
import { writeUntilAnswered } from './write-until-answered';

type Rows = { rows<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]> };
type Known = {
  id: number;
  mark: string;
  status: string;
  driverId: number;
  /** The receiver of a transfer, to whom it cannot be moved. */
  target: number | null;
  archived: boolean;
  changes: number;
};
type Batch = { taskIds: number[] };

export type Writes = {
  /** The number of writes with a final answer. */
  acknowledged(): number;
  /** The number of times a write had to be repeated. */
  repeated(): number;
  /** The longest wait of a write for its answer, repetitions included, in ms. Each call starts the measurement again. */
  longestWait(): number;
  /** Resolves after `count` more writes have been acknowledged. */
  more(count: number): Promise<void>;
  /** Returns tasks of a batch under way that have different states, which must never happen. */
  torn(database: Rows): Promise<string[]>;
  /** Waits for the writes under way, and then compares the stored tasks with the acknowledged writes. */
  settle(database: Rows): Promise<string[]>;
};

type Options = {
  /** Each lane has a client that writes and the driver whose list it manages. */
  lanes: { client: Client; driverId: number }[];
  seed?: number;
  /** A write without an answer is repeated after this time. */
  timeoutMs?: number;
};

const CROWD = 25;

export function startWrites({ lanes, seed = Date.now() % 100_000, timeoutMs = 20_000 }: Options): Writes {
  /** The mark tells these writes from others in the same database. */
  const stream = `mark-${randomUUID()}`;
  let isStopping = false;
  let acknowledged = 0;
  let repeated = 0;
  let longestMs = 0;
  const complaints: string[] = [];
  const waiting = new Set<() => void>();
  const underWay = new Map<number, Batch>();
  const tasks = new Map<number, Known>();
  const gone = new Set<string>();
  const accounts = new Map<number, { addresses: Set<number>; defaultId: number }>();

  const sendUntilTaken = async <Body>(client: Client, method: string, path: string, body?: unknown) => {
    const from = performance.now();
    const { answer, tries } = await writeUntilAnswered<Body>(client, method, path, body, timeoutMs);
    longestMs = Math.max(longestMs, performance.now() - from);
    repeated += tries - 1;
    acknowledged += 1;
    for (const look of waiting) look();
    return answer;
  };
  /** Every request of a lane is allowed. So a refusal means that a write was lost or done twice. */
  const expectDone = (answer: Answer, what: string): boolean => {
    if (answer.status < 300) return true;
    complaints.push(`${what}: ${String(answer.status)} ${JSON.stringify(answer.body)}`);
    return false;
  };

  const run = async ({ client, driverId }: Options['lanes'][number], lane: number) => {
    const dice = diceOf(seed + lane);
    const pick = <Item>(items: Item[]) => (items.length > 0 ? dice.pick(items) : undefined);
    const mine = (wanted: (task: Known) => boolean) => [...own].filter(wanted);
    const own = new Set<Known>();
    const others = lanes.map((each) => each.driverId).filter((id) => id !== driverId);

    const create = async () => {
      const mark = `${stream} ${randomUUID()}`;
      const target = pick(others) ?? null;
      const shape = pick([
        delivery({ invoice_number: mark }),
        pickup({ part_numbers: mark, ...STOP }),
        ...(target ? [transfer({ part_numbers: mark, transfer_to_driver_id: target })] : []),
      ]);
      const answer = await sendUntilTaken<{ id: number }>(client, 'POST', '/api/tasks', {
        ...shape,
        ...STOP,
        driver_id: driverId,
        priority: dice.chance(0.2) ? 'urgent' : 'normal',
      });
      if (!expectDone(answer, 'create')) return;
      const task = {
        id: answer.body.id,
        mark,
        status: 'pending',
        driverId,
        archived: false,
        changes: 0,
        target: 'transfer_destination_location' in (shape ?? {}) ? target : null,
      };
      tasks.set(task.id, task);
      own.add(task);
    };
    const edit = async () => {
      const task = pick(mine(({ archived }) => !archived));
      if (!task) return create();
      const notes = `after ${String(task.changes)} ${randomUUID()}`;
      const answer = await sendUntilTaken(client, 'PATCH', `/api/tasks/${String(task.id)}`, { notes });
      if (expectDone(answer, 'edit')) task.changes += 1;
    };
    /** Changes some tasks with equal states, all or none of them. */
    const together = async (
      from: string,
      path: string,
      body: object,
      then: (task: Known) => void,
      unless: (task: Known) => boolean = () => false,
    ) => {
      const few = mine(
        (task) => task.status === from && !task.archived && task.driverId === driverId && !unless(task),
      ).slice(0, 4);
      if (few.length === 0) return create();
      const taskIds = few.map(({ id }) => id);
      underWay.set(lane, { taskIds });
      const answer = await sendUntilTaken(client, 'POST', path, { taskIds, ...body });
      underWay.delete(lane);
      if (!expectDone(answer, `${path} ${JSON.stringify(body)}`)) return;
      for (const task of few) {
        then(task);
        task.changes += 1;
      }
    };
    const status = (from: string, to: string) =>
      together(from, '/api/tasks/batch/status', { status: to }, (task) => {
        task.status = to;
      });
    const archive = () =>
      together('completed', '/api/tasks/batch/archive', {}, (task) => {
        task.archived = true;
      });
    const move = async () => {
      const to = pick(others);
      if (to === undefined) return create();
      const give = (task: Known) => {
        task.driverId = to;
      };
      return together(
        'pending',
        '/api/tasks/batch/move',
        { driver_id: to },
        give,
        ({ target }) => target === to,
      );
    };
    const remove = async () => {
      const task = pick(mine(({ status: is }) => is !== 'going'));
      if (!task) return create();
      const answer = await sendUntilTaken(client, 'DELETE', `/api/tasks/${String(task.id)}`);
      if (!expectDone(answer, 'delete')) return;
      own.delete(task);
      tasks.delete(task.id);
      gone.add(task.mark);
    };
    const reorder = async () => {
      const active = mine(
        (task) => task.driverId === driverId && task.status === 'pending' && !task.archived,
      );
      if (active.length < 2) return create();
      const taskIds = dice.shuffle(active.map(({ id }) => id));
      const answer = await sendUntilTaken(client, 'PUT', `/api/tasks/reorder/${String(driverId)}`, {
        taskIds,
      });
      expectDone(answer, 'reorder');
    };
    const account = async () => {
      const known = pick([...accounts.entries()].filter(([id]) => ownAccounts.has(id)));
      if (!known) {
        const made = await sendUntilTaken<{ id: number }>(client, 'POST', '/api/accounts', {
          name: `${stream} ${randomUUID()}`,
          accountType: 'shop',
        });
        if (!expectDone(made, 'account')) return;
        ownAccounts.add(made.body.id);
        accounts.set(made.body.id, { addresses: new Set(), defaultId: 0 });
        return;
      }
      const [accountId, kept] = known;
      const other = pick([...kept.addresses].filter((id) => id !== kept.defaultId));
      if (other && dice.chance(0.5)) {
        const answer = await sendUntilTaken(
          client,
          'POST',
          `/api/account-addresses/${String(other)}/set-default`,
        );
        if (expectDone(answer, 'default')) kept.defaultId = other;
        return;
      }
      const answer = await sendUntilTaken<{ id: number }>(
        client,
        'POST',
        `/api/accounts/${String(accountId)}/addresses`,
        PLACE,
      );
      if (!expectDone(answer, 'address')) return;
      kept.addresses.add(answer.body.id);
      if (kept.defaultId === 0) kept.defaultId = answer.body.id;
    };
    const ownAccounts = new Set<number>();

    const acts = [
      create,
      create,
      create,
      edit,
      edit,
      () => status('pending', 'going'),
      () => status('going', 'completed'),
      () => status('pending', 'next-route'),
      () => status('next-route', 'pending'),
      archive,
      archive,
      move,
      reorder,
      account,
    ];
    while (!isStopping) {
      if (own.size > CROWD) await remove();
      else await (pick(acts) ?? create)();
    }
  };
  const running = Promise.all(
    lanes.map((lane, i) =>
      run(lane, i).catch((error: unknown) => {
        complaints.push(
          `lane ${String(i)} broke: ${error instanceof Error ? String(error.stack) : String(error)}`,
        );
        for (const look of waiting) look();
      }),
    ),
  );

  return {
    acknowledged: () => acknowledged,
    repeated: () => repeated,
    longestWait: () => {
      const ms = longestMs;
      longestMs = 0;
      return ms;
    },
    more: (count) => {
      const goal = acknowledged + count;
      return new Promise((resolve) => {
        const look = () => {
          // Faults end the wait here, and `settle` reports them.
          if (acknowledged < goal && complaints.length === 0) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    torn: async (database) => {
      const batches = [...underWay.values()].map(({ taskIds }) => taskIds);
      const stand = await database.rows<{ taskIds: number[] }>(
        `select b.ids as "taskIds" from jsonb_array_elements($1::jsonb) as b(ids)
           join tasks on b.ids @> to_jsonb(tasks.id)
         group by b.ids having count(distinct (status, archived, driver_id)) > 1`,
        [JSON.stringify(batches)],
      );
      return stand.map(({ taskIds }) => `half a batch: ${taskIds.join(', ')}`);
    },
    settle: async (database) => {
      isStopping = true;
      await running;
      return [
        ...complaints,
        ...(await differences(database, stream, tasks, gone, accounts)).map(
          (one) => `${one} (seed ${String(seed)})`,
        ),
      ];
    },
  };
}

const PLACE = {
  name: 'Dock',
  address: '6300 Brookside Plaza',
  city: 'Kansas City',
  state: 'MO',
  zipCode: '64113',
};

/** All tasks are at one place, so that any of them may be under way together. */
const STOP = { location: 'Northland Hub', address: '200 NE 72nd St, Gladstone, MO 64118' };

type Stored = Omit<Known, 'mark'> & { mark: string };

async function differences(
  database: Rows,
  stream: string,
  tasks: Map<number, Known>,
  gone: Set<string>,
  accounts: Map<number, { addresses: Set<number>; defaultId: number }>,
): Promise<string[]> {
  const stored = await database.rows<Stored>(`
    select t.id, t.status, t.archived, t.driver_id as "driverId",
      coalesce(nullif(t.invoice_number, ''), t.part_numbers) as mark,
      (select count(*)::integer from task_events e where e.task_id = t.id and e.actor_id is not null
        and e.version > 1 and e.action <> 'located') as changes
    from tasks t where (t.invoice_number || t.part_numbers) like '${stream} %'
      -- not what a transfer has made
      and not exists (select from task_events e where e.task_id = t.id and e.action = 'created' and e.changes ? 'linked_task_id')`);
  const found = new Map(stored.map((task) => [task.id, task]));
  const kept = await database.rows<{ id: number; addresses: number[]; defaultId: number | null }>(`
    select a.id, coalesce(array_agg(d.id) filter (where d.id is not null), '{}') as addresses,
      max(d.id) filter (where d.is_default) as "defaultId"
    from accounts a left join account_addresses d on d.account_id = a.id where a.name like '${stream} %' group by a.id`);
  const keptById = new Map(kept.map((account) => [account.id, account]));
  return [
    ...[...tasks.values()].flatMap((task) => {
      const is = found.get(task.id);
      if (!is) return [`lost: ${JSON.stringify(task)}`];
      const isAsPromised =
        is.mark === task.mark &&
        is.status === task.status &&
        is.archived === task.archived &&
        is.driverId === task.driverId &&
        is.changes === task.changes;
      return isAsPromised ? [] : [`promised ${JSON.stringify(task)}, is ${JSON.stringify(is)}`];
    }),
    ...stored
      .filter(({ id, mark }) => !tasks.has(id) || gone.has(mark))
      .map((task) => `nobody was told of: ${JSON.stringify(task)}`),
    ...[...accounts].flatMap(([id, { addresses, defaultId }]) => {
      const is = keptById.get(id);
      const same =
        is?.addresses.length === addresses.size && is.addresses.every((each) => addresses.has(each));
      return same && (is.defaultId ?? 0) === defaultId
        ? []
        : [`account ${String(id)} is ${JSON.stringify(is)}`];
    }),
    ...kept
      .filter(({ id }) => !accounts.has(id))
      .map((account) => `a second account: ${JSON.stringify(account)}`),
  ];
}
