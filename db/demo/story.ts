/**
 * A task and the steps that led to its state. Row and events come from the same steps, so they can't
 * disagree.
 */
import type { Task, TaskEvent, TaskSignature } from 'db/models/tasks';
import type { Attributes } from 'sequelize';
import type { Place, World } from './world';

type Row = Attributes<Task>;
type Made =
  'id' | 'linked_task_id' | 'created_by' | 'created_at' | 'last_modifier_id' | 'updated_at' | 'version';
/** Columns of later migrations have their defaults. */
type Fields = Pick<Row, keyof typeof BLANK | 'type' | 'location' | Made>;

export type Story = {
  start: Partial<Fields> & Pick<Fields, 'type' | 'location'>;
  createdAt: Date;
  createdBy: number;
  steps: Step[];
  /** The transfer that this delivery is linked to. */
  follows?: Story;
};

export type Step = {
  action: string;
  at: Date;
  /** null for the system. */
  by: number | null;
  set: Partial<Fields>;
  /** The time when the server got the report, if that was later. */
  arrivedAt?: Date | undefined;
  signedBy?: string | undefined;
};

export const going = (at: Date, by: number): Step => ({ action: 'going', at, by, set: { status: 'going' } });

type Completion = Pick<Step, 'signedBy' | 'arrivedAt'>;

export const completed = (at: Date, by: number, { signedBy, arrivedAt }: Completion = {}): Step => ({
  action: 'completed',
  at,
  by,
  set: { status: 'completed', completed_at: at, completed_by_driver_id: by },
  signedBy,
  arrivedAt,
});

/** The stop could not be completed. */
export const failed = (at: Date, by: number, reason: string): Step => ({
  action: 'hold',
  at,
  by,
  set: { status: 'hold', attempts: 1, failure_reason: reason },
});

export const archived = (at: Date, by: number): Step => ({
  action: 'archived',
  at,
  by,
  set: { archived: true },
});

const unlocked = (at: Date, by: number): Step => ({
  action: 'unlocked',
  at,
  by,
  set: { status: 'pending' },
});

export type BuiltStory = {
  task: Fields;
  events: Omit<Attributes<TaskEvent>, 'id'>[];
  signature?: Pick<Attributes<TaskSignature>, 'taskId' | 'createdAt'> & { signedBy: string };
};

/** @param linkedTaskId the id of the task that the story follows. */
export function tell(story: Story, id: number, linkedTaskId: number | null): BuiltStory {
  const { start, createdAt, createdBy } = story;
  const task: Fields = {
    ...BLANK,
    ...start,
    id,
    linked_task_id: linkedTaskId,
    created_by: createdBy,
    created_at: createdAt,
    last_modifier_id: createdBy,
    updated_at: createdAt,
    version: 1,
  };
  const built: BuiltStory = {
    task,
    events: [
      {
        taskId: id,
        actorId: createdBy,
        action: 'created',
        changes: {
          ...(linkedTaskId !== null && { linked_task_id: [null, linkedTaskId] }),
          status: [null, task.status],
          driver_id: [null, task.driver_id],
        },
        version: 1,
        occurredAt: createdAt,
        createdAt,
      },
    ],
  };
  if (task.driver_id !== null && id % 4 > 0) see(built);
  for (const step of story.steps) applyStep(step, built);
  return built;
}

/** Marks the task as shown on the driver's phone; one in four is still unseen. */
function see({ task, events }: BuiltStory): void {
  const at = new Date(task.created_at.getTime() + 90_000);
  if (at > new Date()) return;
  task.seen_at = at;
  events.push({
    taskId: task.id,
    actorId: task.driver_id,
    action: 'seen',
    changes: { seen_at: [null, at] },
    version: null,
    occurredAt: at,
    createdAt: at,
  });
}

function applyStep({ action, at, by, set, arrivedAt = at, signedBy }: Step, built: BuiltStory): void {
  const { task } = built;
  const changes: Record<string, [unknown, unknown]> = {};
  for (const field of Object.keys(set) as (keyof Fields)[]) changes[field] = [task[field], set[field]];
  if (signedBy) {
    changes.signature = [null, signedBy];
    built.signature = { taskId: task.id, signedBy, createdAt: arrivedAt };
  }
  Object.assign(task, set, {
    version: task.version + 1,
    updated_at: arrivedAt,
    last_modifier_id: by ?? task.last_modifier_id,
  });
  built.events.push({
    taskId: task.id,
    actorId: by,
    action,
    changes,
    version: task.version,
    occurredAt: at,
    createdAt: arrivedAt,
  });
}

const BLANK = {
  address: '',
  invoice_number: '',
  part_numbers: '',
  ship_via: '',
  notes: '',
  status: 'pending' as const,
  priority: 'normal' as const,
  need_by: null,
  driver_id: null,
  completed_by_driver_id: null,
  transfer_to_driver_id: null,
  transfer_destination_location: null,
  transfer_destination_address: null,
  dealership: null,
  account_id: null,
  run_id: null,
  run_rule: null,
  run_place: null,
  promised_from: null,
  promised_to: null,
  latitude: null,
  longitude: null,
  geo_precision: null,
  order_index: null,
  order_updated_at: null,
  order_updated_by: null,
  attempts: 0,
  failure_reason: null,
  completed_at: null,
  seen_at: null,
  archived: false,
};

/** The delivery after a transfer, either linked or unlocked by its completion. */
export function linkedDelivery(world: World, transferred: Story, destination: Place, driver: string): Story {
  const { part_numbers = '', notes = '', priority = 'normal', dealership = null } = transferred.start;
  const completion = transferred.steps.find(({ action }) => action === 'completed');
  return {
    start: {
      ...onTheMap(destination),
      account_id: destination.accountId,
      type: 'delivery',
      status: 'linked',
      part_numbers,
      notes,
      priority,
      dealership,
      driver_id: world.userId(driver),
    },
    createdAt: transferred.createdAt,
    createdBy: transferred.createdBy,
    steps: completion?.by ? [unlocked(completion.at, completion.by)] : [],
    follows: transferred,
  };
}

export const onTheMap = ({ location, address, latitude, longitude, geo_precision }: Place) => ({
  location,
  address,
  latitude,
  longitude,
  geo_precision,
});
