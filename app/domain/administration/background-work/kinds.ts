/** The kinds of background work as admins read them. Safe in the browser. */
import type { JobState } from '~/domain/platform/jobs/job';

export const KIND_LABELS = {
  webhook: 'Webhook delivery',
  message: 'Message to a customer',
  push: 'Notification',
  plan: 'Plan of the day',
  intake: 'Document of another system',
  print: 'Copy for a printer',
  folder: 'Look into a folder',
  mail: 'Look into a mailbox',
  'move-in': 'File of another program',
} as const;
export type KindName = keyof typeof KIND_LABELS;
export const KIND_NAMES = Object.keys(KIND_LABELS) as KindName[];

export const STATE_LABELS: Record<JobState, string> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
};

/** The states that may need somebody's attention. */
export const COUNTED_STATES = ['failed', 'running', 'waiting'] as const satisfies JobState[];
export type JobCounts = Record<(typeof COUNTED_STATES)[number], number>;
