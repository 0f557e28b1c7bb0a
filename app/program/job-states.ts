/** The states of background work as admins read them. Safe in the browser. */
import type { JobState } from '~/domain/platform/jobs/job';

export const STATE_LABELS: Record<JobState, string> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
};

/** The states that may need somebody's attention. */
export const COUNTED_STATES = ['failed', 'running', 'waiting'] as const satisfies JobState[];
export type JobCounts = Record<(typeof COUNTED_STATES)[number], number>;
