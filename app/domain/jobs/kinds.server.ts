/** All kinds of jobs. */
import { deliveries } from '~/domain/notifications/webhooks/deliver.server';
import type { Kind } from '~/domain/platform/jobs/job';

export const KINDS: Kind[] = [deliveries];
