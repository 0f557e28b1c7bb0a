/** The bodies that webhooks send, for the description of the API. */
import * as z from 'zod/v4';
import { count, known, moment } from '~/domain/kernel/schema';
import { RunAnswer } from '~/domain/network/runs/schema';
import { EVENT_LABELS, TEST_EVENT, type WebhookEvent } from '~/domain/platform/webhook-events';
import { TaskAnswer } from '~/domain/tasks/model/answers';

const sent = { id: z.uuid().describe('Stays the same for all attempts'), occurred_at: moment };
const actor = z
  .strictObject({ id: known, name: z.string(), username: z.string() })
  .meta({ id: 'Actor' })
  .nullable()
  .describe('null: the system');
const ofTask = { ...sent, actor, task: TaskAnswer };
const ofRun = {
  ...sent,
  run: z.strictObject({ ...RunAnswer.shape, taskIds: z.array(known) }).meta({ id: 'RunOfEvent' }),
};

const BODIES: Record<WebhookEvent | typeof TEST_EVENT, z.ZodRawShape> = {
  'task.created': ofTask,
  'task.updated': ofTask,
  'task.completed': ofTask,
  'task.deleted': { ...ofTask, task: z.looseObject({}).describe('Its columns as they were') },
  'stop.arrived': ofTask,
  'eta.changed': {
    ...ofTask,
    arrival: z.strictObject({
      expectedAt: moment,
      earliestAt: moment,
      latestAt: moment,
      expectedBefore: moment,
    }),
  },
  'run.closed': ofRun,
  'run.out': ofRun,
  'run.done': ofRun,
  'order.held': {
    ...sent,
    document: z.strictObject({
      id: known,
      sourceId: known,
      reason: z.string(),
      reference: z.string().nullable(),
      customer: z.string().nullable(),
      taskId: known.nullable(),
    }),
    waiting: count.describe('Documents that wait in the inbox'),
  },
  [TEST_EVENT]: { ...sent, actor, task: z.null() },
};

/** Each event with its name and the body of its POST request. */
export const DELIVERIES = Object.entries(BODIES).map(([event, shape]) => ({
  event,
  label: event === TEST_EVENT ? 'Test' : EVENT_LABELS[event as WebhookEvent],
  body: z.strictObject({ event: z.literal(event), ...shape }),
}));
