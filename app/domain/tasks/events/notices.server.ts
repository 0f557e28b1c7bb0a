/**
 * Notices to drivers, written in the transaction of the change, because the status before it is known only then. They are
 * stored until they are read.
 */
import { rows } from 'db/connection';
import { prepared } from 'db/statement';
import { DriverNotice, Task } from 'db/models/tasks';
import { Op } from 'sequelize';
import type { Actor } from '~/domain/kernel/actor';
import { command } from '~/domain/kernel/command.server';
import { ReadAnswer } from '~/domain/tasks/model/answers';
import { ReadNotices } from '~/domain/tasks/model/schema';
import { isActive } from '~/domain/tasks/model/transitions';
import type { Entry, TaskStatus } from '~/domain/tasks/model/task';

/** A change to a driver's route, as the driver's page shows it. */
export type Notice = {
  /** Ascending. Of several notices in one line, the last. */
  id: number;
  text: string;
  /** About an urgent task or the stop under way: the phone vibrates. */
  isLoud: boolean;
};

const FIELDS = {
  address: 'Address',
  location: 'Location',
  notes: 'Notes',
  invoice_number: 'Invoice #',
  part_numbers: 'Part #',
} as const;
type Field = keyof typeof FIELDS;
const FIELD_NAMES = Object.keys(FIELDS) as Field[];

type Kind = 'changed' | 'removed' | 'completed' | 'stopped' | 'ready' | 'urgent' | 'planned' | 'unplanned';
export type NewNotice = {
  driver: number;
  taskId: number;
  kind: Kind | 'new';
  underWay: boolean;
  location: string;
  fields: Partial<Record<Field, unknown>>;
  /** The plan that it tells of. */
  planId?: number;
};
type Now = NonNullable<Entry['now']>;

/** What drivers are told of changes by others to their routes. */
export async function noticesFor(actorId: number | null, entries: Entry[]): Promise<NewNotice[]> {
  const told = entries.filter((entry) => mayMatter(actorId, entry));
  if (told.length === 0) return [];
  const now = await nowOf(told);
  return told
    .flatMap((entry) => noticesOf(entry, now.get(entry.taskId)))
    .filter(({ driver }) => driver !== actorId);
}

/** A part of the statement of `record()`: `$notices` as JSON. New stops are seen on the page without a notice. */
export const STORE_NOTICES = `
  insert into driver_notices (driver_id, actor_id, kind, under_way, location, fields, plan_id)
  select driver, $actor::integer, kind, "underWay", location, fields, "planId"
  from jsonb_to_recordset($notices::jsonb)
    as n(driver integer, kind text, "underWay" boolean, location text, fields jsonb,
      "planId" integer)
  where kind <> 'new'`;

/** The tasks that are not archived, as they are now: after the last of these changes. */
async function nowOf(entries: Entry[]): Promise<Map<number, Now>> {
  const known = new Map(entries.map(({ taskId, now }) => [taskId, now]));
  const unknown = [...known].filter(([, now]) => now === undefined).map(([id]) => id);
  const read =
    unknown.length > 0
      ? await Task.findRows(['id', 'driver_id', 'status', 'priority', 'location'], {
          where: { id: unknown, archived: false },
        })
      : [];
  const found = new Map<number, Now>(read.map((task) => [task.id, task]));
  for (const [id, now] of known) if (now) found.set(id, now);
  return found;
}

const MATTERS = ['driver_id', 'status', 'priority', ...FIELD_NAMES];

function mayMatter(actorId: number | null, { kind, changes, driverIds }: Entry): boolean {
  if (driverIds.every((id) => id === null || id === actorId)) return false;
  return kind !== 'TASK_UPDATED' || MATTERS.some((field) => field in changes);
}

/** The notices of one change of a task, for its former and its present driver. */
function noticesOf({ kind, taskId, action, changes }: Entry, now: Now | undefined): NewNotice[] {
  const before = <Value>(field: string, otherwise: Value) =>
    field in changes ? (changes[field]?.[0] as Value) : otherwise;
  const isNew = kind === 'TASK_CREATED';
  const was = {
    driver: isNew ? null : before<number | null>('driver_id', now?.driver_id ?? null),
    status: isNew ? null : before<TaskStatus | null>('status', now?.status ?? null),
  };
  const location = now?.location ?? before('location', '');
  const underWay = was.status === 'going';
  const say = (driver: number, told: NewNotice['kind'], fields: NewNotice['fields'] = {}): NewNotice => ({
    driver,
    taskId,
    kind: told,
    underWay,
    location,
    fields,
  });
  const wasThere = was.driver !== null && was.status !== null && isActive(was.status);
  const isThere = now && isActive(now.status) ? now.driver_id : null;
  const said: NewNotice[] = [];
  if (wasThere && was.driver !== null && isThere !== was.driver) {
    const isDone = now?.driver_id === was.driver && now.status === 'completed';
    said.push(say(was.driver, isDone ? 'completed' : 'removed'));
  }
  if (isThere === null) return said;
  const hasCome = !wasThere || was.driver !== isThere;
  if (hasCome && action === 'unlocked') said.push(say(isThere, 'ready'));
  else if (now?.priority === 'urgent' && (hasCome || 'priority' in changes))
    said.push(say(isThere, 'urgent'));
  else if (hasCome) said.push(say(isThere, 'new'));
  if (hasCome || !underWay) return said;
  if (now?.status === 'pending') said.push(say(isThere, 'stopped'));
  const changed = FIELD_NAMES.filter((field) => field in changes);
  if (changed.length > 0)
    said.push(
      say(isThere, 'changed', Object.fromEntries(changed.map((field) => [field, changes[field]?.[1]]))),
    );
  return said;
}

type Stored = {
  id: number;
  by: string | null;
  kind: Kind;
  underWay: boolean;
  location: string;
  fields: object;
};

const MOST_READ = 200;
const MOST_NAMED = 3;

const UNREAD = prepared(
  `select n.id::integer as id, coalesce(nullif(u.name, ''), u.username) as by, n.kind, n.under_way as "underWay",
     n.location, n.fields
   from driver_notices n left join users u on u.id = n.actor_id
   where n.driver_id = $driverId order by n.id limit ${String(MOST_READ)}`,
);

/** The actor's unread notices, oldest first. The same change of several stops by one person is one line. */
export async function unreadNotices(actor: Actor): Promise<Notice[]> {
  const unread = await rows<Stored>(UNREAD, { driverId: actor.id });
  const lines = new Map<string, { id: number; isLoud: boolean; places: string[] }>();
  for (const { id, by, kind, underWay, location, fields } of unread) {
    const isLoud = kind === 'urgent' || underWay;
    for (const [title, place] of kind === 'changed' ? changesOf(fields) : [[titleOf(kind, by), location]]) {
      const line = lines.get(title ?? '') ?? { id, isLoud: false, places: [] };
      lines.set(title ?? '', {
        id,
        isLoud: line.isLoud || isLoud,
        // Of a field, only the last value is shown.
        places: kind === 'changed' ? [place ?? ''] : [...new Set([...line.places, place ?? ''])],
      });
    }
  }
  return [...lines].map(([title, { id, isLoud, places }]) => ({
    id,
    isLoud,
    text: `${title}: ${listed(places)}`,
  }));
}

const changesOf = (fields: object) =>
  Object.entries(fields).map(([field, value]) => [
    `${FIELDS[field as Field]} changed`,
    String(value ?? '') || 'nothing',
  ]);

function titleOf(kind: Exclude<Kind, 'changed'>, by: string | null): string {
  const who = by ? ` by ${by}` : '';
  return {
    removed: `Removed from your route${who}`,
    completed: `Completed${who}`,
    stopped: `Set back to Pending${who}`,
    ready: 'Ready to pick up',
    urgent: 'URGENT',
    planned: `Your route was planned anew${who}`,
    unplanned: `The new plan was taken back${who}`,
  }[kind];
}

function listed(places: string[]): string {
  const more = places.length - MOST_NAMED;
  return more > 0 ? `${places.slice(0, MOST_NAMED).join(', ')} and ${String(more)} more` : places.join(', ');
}

/** Deletes the notices that the driver has read. @returns their number. */
export const readNotices = command(
  {
    summary: 'Marks notices about your own route as read',
    may: 'readTasks',
    input: ReadNotices,
    answer: ReadAnswer,
  },
  async ({ actor, input: { upTo } }) => {
    const readCount = await DriverNotice.destroy({ where: { driverId: actor.id, id: { [Op.lte]: upTo } } });
    return { readCount };
  },
);
