/**
 * Tells every instance of committed changes of tasks, of the versions of lists and of background work. A
 * NOTIFY within a commit makes all commits of the server wait for each other, so this instance gathers what
 * its transactions tell and sends it in a transaction of its own. When a process is killed in between, the
 * instances find the new versions by themselves (`app/live/missed-changes.server.ts`).
 */
import { afterCommit, execute } from 'db/connection';
import { prepared } from 'db/statement';
import { JOB_CHANNEL } from '~/domain/platform/jobs/change-jobs.server';

/** Channels that every instance listens on. */
export const TASK_CHANNEL = 'task_changes';
/** A message is a list of pairs: the owner of a list, and its version. */
export const VERSIONS_CHANNEL = 'list_versions';

export type TaskChange = {
  type: 'TASK_CREATED' | 'TASK_UPDATED' | 'TASK_DELETED';
  /** 0: any task. */
  taskId: number;
  /** The drivers who see the task, or saw it before the change. */
  drivers: (number | null)[] | 'everybody';
};

const GATHER_MS = 5;
/** More changes at once are one message that names no task. */
const MOST_CHANGES = 20;
const MOST_DRIVERS = 200;
/** A notification holds 8,000 bytes. */
const LISTS_A_MESSAGE = 300;

export const TELL = prepared(
  `select count(pg_notify(channel, message)) from (
     select '${TASK_CHANNEL}' as channel, unnest($changes::text[]) as message
     union all select '${VERSIONS_CHANNEL}', unnest($versions::text[])
     union all select '${JOB_CHANNEL}', unnest($work::text[])
   ) as messages`,
);

/** SQL for a transaction that tells of its background work by `tellWork`: the triggers do not. */
export const TELLS_AFTER_COMMIT = "set_config('parts_dispatch.notify', 'after commit', true)";

type Gathered = { changes: TaskChange[]; versions: Map<number, number>; work: Set<string> };
let gathered: (Gathered & { sent: Promise<void> }) | undefined;

/** Tells of changes after the commit of the transaction under way. */
export function tellChanges(changes: TaskChange[]): void {
  if (changes.length > 0)
    afterCommit(() =>
      gather((into) => {
        into.changes.push(...changes);
      }),
    );
}

/** Tells of versions of lists after the commit of the transaction under way. */
export function tellVersions(lists: { owner: number; version: number }[]): void {
  afterCommit(() =>
    gather(({ versions }) => {
      for (const { owner, version } of lists)
        versions.set(owner, Math.max(version, versions.get(owner) ?? 0));
    }),
  );
}

/**
 * Tells of background work after the commit of the transaction under way.
 * @param names kinds of jobs, or names of rounds. @param ms the milliseconds until the work is due.
 */
export function tellWork(names: string[], ms = 0): void {
  if (names.length > 0)
    afterCommit(() =>
      gather(({ work }) => {
        for (const name of names) work.add(`${name} ${String(ms)}`);
      }),
    );
}

function gather(add: (into: Gathered) => void): Promise<void> {
  gathered ??= begin();
  add(gathered);
  return gathered.sent;
}

function begin() {
  const all: Gathered = { changes: [], versions: new Map(), work: new Set() };
  const sent = new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(() => {
    gathered = undefined;
    return send(all);
  });
  return { ...all, sent };
}

const send = ({ changes, versions, work }: Gathered): Promise<void> =>
  execute(TELL, {
    changes: [...new Set((changes.length <= MOST_CHANGES ? changes : [summary(changes)]).map(payload))],
    versions: chunks([...versions]).map((chunk) => JSON.stringify(chunk)),
    work: [...work],
  });

function summary(changes: TaskChange[]): TaskChange {
  const drivers = new Set(
    changes.flatMap((change) => (change.drivers === 'everybody' ? [] : change.drivers)),
  );
  const isWide = drivers.size > MOST_DRIVERS || changes.some((change) => change.drivers === 'everybody');
  return { type: 'TASK_UPDATED', taskId: 0, drivers: isWide ? 'everybody' : [...drivers] };
}

/** Contains only ids: the transaction of a NOTIFY of 8,000 bytes fails. */
export const payload = ({ type, taskId, drivers }: TaskChange): string =>
  JSON.stringify({
    type,
    taskId,
    drivers: drivers === 'everybody' ? drivers : [...new Set(drivers)].filter((id) => id !== null),
  });

const chunks = <Each>(all: Each[]): Each[][] =>
  Array.from({ length: Math.ceil(all.length / LISTS_A_MESSAGE) }, (_, n) =>
    all.slice(n * LISTS_A_MESSAGE, (n + 1) * LISTS_A_MESSAGE),
  );
