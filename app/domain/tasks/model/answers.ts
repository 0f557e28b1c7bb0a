/** Tasks in answers of the API. */
import * as z from 'zod/v4';
import { count, degrees, known, moment, precision } from '~/domain/kernel/schema';
import { answersOf } from '~/domain/kernel/field-rules';
import { CONCERN_KINDS } from './concerns';
import { FORM_FIELDS } from './fields';
import { RUN_RULES } from '~/domain/network/runs/states';
import { TASK_STATUSES } from './values';
import { ORDER_CHANGES } from './order-changes';

const personName = z.strictObject({ name: z.string(), username: z.string() });

export const TaskAnswer = z
  .strictObject({
    id: known,
    ...answersOf(FORM_FIELDS),
    location: z.string().describe('Location name'),
    status: z.enum(TASK_STATUSES).describe('`linked`: waiting for its transfer'),
    deliver_after: moment.nullable().describe('Not to be delivered before'),
    size: z.int().nullable().describe('In the units of the capacity of vehicles'),
    service_minutes: z.int().nullable().describe('At the stop; null: as learned'),
    skills: z.array(z.string()).describe('Skills that its driver needs'),
    account_id: known
      .nullable()
      .describe('The account that it goes to; null: none, or several have the name of the place'),
    destination_account_id: known
      .nullable()
      .meta({ deprecated: true, description: '`account_id` of a pickup, until the next release' }),
    external_ref: z.string().nullable().describe('The number of the order in another system'),
    run_id: known.nullable().describe('The run that it goes with; see `GET /api/runs`'),
    run_rule: z
      .enum(RUN_RULES)
      .nullable()
      .describe('The rule that chose the run; `hand`: a person chose the run, or none'),
    run_place: count.nullable().describe('The place in a closed run, from 1 on'),
    promised_from: moment.nullable().describe('The arrival that was promised with the run, from'),
    promised_to: moment.nullable().describe('… until'),
    driver_id: known.nullable().describe('null: unassigned'),
    completed_by_driver_id: known.nullable().describe('The user who completed it'),
    linked_task_id: known.nullable().describe('The transfer that created this delivery'),
    dealership: z.string().nullable(),
    latitude: degrees,
    longitude: degrees,
    geo_precision: precision,
    order_index: z
      .int()
      .nullable()
      .describe('Position in the driver’s route; null when it is not in a route'),
    order_updated_at: moment.nullable(),
    order_updated_by: known.nullable(),
    attempts: count.describe('How many times it could not be completed'),
    failure_reason: z.string().nullable(),
    created_by: known.nullable(),
    created_at: moment,
    completed_at: moment.nullable(),
    last_modifier_id: known.nullable(),
    updated_at: moment,
    archived: z.boolean(),
    version: z.int().describe('Increases by one with every change; the ETag begins with it'),
    seen_at: moment.nullable().describe('When the driver’s phone first showed it'),
    signature_image: z.string().nullable().describe('A path for GET, or null'),
    signed_by: z.string().nullable(),
    creator: personName.nullable(),
    lastModifier: personName.nullable(),
  })
  .meta({ id: 'Task' });

export const OrderAnswer = z
  .strictObject({
    ...TaskAnswer.shape,
    created: z.boolean().describe('Whether this call has made it'),
  })
  .meta({ id: 'Order' });

const taskIds = z.array(known);

export const TasksAnswer = z.array(TaskAnswer);
export const UpdatedAnswer = z.strictObject({ updatedCount: count });
export const ArchivedAnswer = z.strictObject({ archivedCount: count });
export const RedirectableAnswer = z.strictObject({
  from: z.string().describe('The former address'),
  addressId: known.describe(
    'What became of it: the same address, or the default one in place of a deleted one',
  ),
  to: z.string(),
  taskIds,
  going: count.describe('Those under way'),
});
export type Redirectable = z.output<typeof RedirectableAnswer>;
export const RedirectedAnswer = z.strictObject({ taskIds });
export const MovedAnswer = z.strictObject({ movedCount: count });
export const SeenAnswer = z.strictObject({ seenCount: count });
export const EndedAnswer = z.strictObject({ archivedCount: count, pendingCount: count });
export const ConcernsAnswer = z.array(
  z.strictObject({
    id: known,
    taskId: known,
    kind: z.enum(CONCERN_KINDS),
    said: z.string().describe('What the customer wrote, or the address that the driver’s phone showed'),
    address: z.string().nullable().describe('Of the task when it was completed'),
    at: moment,
  }),
);
export const SettledAnswer = z.strictObject({ settledCount: count });
export const ReadAnswer = z.strictObject({ readCount: count });
export const StartedAnswer = z.strictObject({ pendingCount: count });
export const UndoneAnswer = z.strictObject({ taskIds });
export const RouteAnswer = z.strictObject({ driverId: known, taskIds });

export const ReorderedAnswer = z.strictObject({
  ...RouteAnswer.shape,
  changes: z
    .array(
      z.strictObject({
        taskId: known,
        location: z.string(),
        change: z.enum(ORDER_CHANGES),
        by: z.string().nullable(),
      }),
    )
    .describe('Changes by others that make the result differ from the requested order'),
});

export const PhotoAnswer = z
  .strictObject({ id: known, url: z.string().describe('A path for GET') })
  .meta({ id: 'Photo' });
