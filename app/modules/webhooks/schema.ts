/** The inputs of webhooks, and webhooks in answers of the API. */
import * as z from 'zod/v4';
import { count, id, known, moment, pageLimit } from '~/domain/kernel/schema';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '~/domain/platform/webhook-events';

const LONGEST_URL = 2_000;
const NO_URL = 'The URL must begin with https:// or http://';

const url = z
  .string(NO_URL)
  .trim()
  .max(LONGEST_URL, `The URL must be at most ${LONGEST_URL.toLocaleString('en-US')} characters`)
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    message: NO_URL,
    abort: true,
  })
  .refine((value) => {
    const { username, password } = new URL(value);
    return username === '' && password === '';
  }, 'The URL must not contain a username or password')
  .transform((value) => new URL(value).href);

const events = z
  .array(z.enum(WEBHOOK_EVENTS, `Events are ${WEBHOOK_EVENTS.join(', ')}`), 'Choose at least one event')
  .min(1, 'Choose at least one event')
  .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)));

const active = z.boolean('active must be true or false');

/** Path ids. */
export const atWebhook = { webhookId: id };
export const atDelivery = { webhookId: id, deliveryId: z.guid() };

export const CreateWebhook = z.strictObject({ url, events, active: active.default(true) });
export type CreateWebhook = z.output<typeof CreateWebhook>;

/** Any subset of the fields. */
export const UpdateWebhook = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  active: active.optional(),
});
export type UpdateWebhook = z.output<typeof UpdateWebhook>;

export const ListDeliveries = z.strictObject({
  /** The place of the last delivery on the page before. */
  before: id.optional(),
  limit: pageLimit(200).default(50),
});
export type ListDeliveries = z.output<typeof ListDeliveries>;

export const WebhookAnswer = z
  .strictObject({
    id: known,
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    active: z.boolean(),
    note: z.string().nullable().describe('Why it was turned off automatically or by a restore'),
    failingSince: moment.nullable().describe('No delivery has succeeded since then'),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof WebhookAnswer>;

export const NewWebhookAnswer = z.strictObject({
  ...WebhookAnswer.shape,
  secret: z.string().optional().describe('The secret that deliveries are signed with; returned only once'),
});

export const DeliveryAnswer = z
  .strictObject({
    id: z.uuid().describe('Stays the same for all attempts'),
    place: count.describe('Increases with every delivery; used for `before`'),
    event: z.enum([...WEBHOOK_EVENTS, 'test']),
    taskId: known.nullable(),
    state: z.enum(DELIVERY_STATES),
    attempts: count,
    nextTryAt: moment.nullable(),
    triedAt: moment.nullable(),
    status: z.int().nullable().describe('HTTP status of the last response'),
    answer: z.string().nullable().describe('The beginning of the last response'),
    error: z.string().nullable().describe('Why there was no response, or why it was not accepted'),
    createdAt: moment,
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.output<typeof DeliveryAnswer>;
