/** The events of webhooks. Safe in the browser. */
export const WEBHOOK_EVENTS = [
  'task.created',
  'task.updated',
  'task.completed',
  'task.deleted',
  'stop.arrived',
  'eta.changed',
  'run.closed',
  'run.out',
  'run.done',
  'order.held',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const EVENT_LABELS: Record<WebhookEvent, string> = {
  'task.created': 'Task created',
  'task.updated': 'Task updated',
  'task.completed': 'Task completed',
  'task.deleted': 'Task deleted',
  'stop.arrived': 'Driver arrived at a stop',
  'eta.changed': 'Arrival time changed by more than 5 minutes',
  'run.closed': 'Run closed',
  'run.out': 'Run left',
  'run.done': 'Run done',
  'order.held': 'Document waits in the Inbox',
};

/**
 * The kind of the jobs: the subject is a delivery, the lane a webhook, the chain one task of that webhook.
 */
export const DELIVERY = 'webhook';

/** Sent by hand, whichever events the webhook wants. */
export const TEST_EVENT = 'test';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
type DeliveryState = (typeof DELIVERY_STATES)[number];
export const STATE_LABELS: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};
