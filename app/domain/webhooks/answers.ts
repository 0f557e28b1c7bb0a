/** Webhooks as the API answers them. */
import * as z from 'zod/v4';
import { count, known, moment } from '~/domain/answers';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from './events';

export const WebhookAnswer = z
  .strictObject({
    id: known,
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    active: z.boolean(),
    note: z.string().nullable().describe('Why it was switched off by itself, or by a restore'),
    failingSince: moment.nullable().describe('Since when nothing has been taken'),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof WebhookAnswer>;

export const NewWebhookAnswer = z.strictObject({
  ...WebhookAnswer.shape,
  secret: z.string().optional().describe('What deliveries are signed with; said this once'),
});

export const DeliveryAnswer = z
  .strictObject({
    id: z.uuid().describe('Stays the same over all tries'),
    place: count.describe('Grows with every delivery; for `before`'),
    event: z.enum([...WEBHOOK_EVENTS, 'test']),
    taskId: known.nullable(),
    state: z.enum(DELIVERY_STATES),
    attempts: count,
    nextTryAt: moment.nullable(),
    triedAt: moment.nullable(),
    status: z.int().nullable().describe('HTTP status of the last answer'),
    answer: z.string().nullable().describe('The beginning of the last answer'),
    error: z.string().nullable().describe('Why there was none, or why it did not do'),
    createdAt: moment,
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.output<typeof DeliveryAnswer>;
