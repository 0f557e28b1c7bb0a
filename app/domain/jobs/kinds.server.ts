/** All kinds of jobs. */
import { customerMessages } from '~/domain/customers/messages/send.server';
import { pushes } from '~/domain/notifications/push/deliver.server';
import { deliveries } from '~/domain/notifications/webhooks/deliver.server';
import type { Kind } from '~/domain/platform/jobs/job';
import { planSearches } from '~/domain/scheduling/day-plans/run.server';

export const KINDS: Kind[] = [deliveries, pushes, customerMessages, planSearches];
