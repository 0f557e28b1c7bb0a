/** The words of runs. Safe in the browser. */
export const RUN_STATES = ['building', 'closed', 'out', 'done', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

export const RUN_STATE_LABELS: Record<RunState, string> = {
  building: 'Building',
  closed: 'Closed',
  out: 'Out',
  done: 'Done',
  cancelled: 'Cancelled',
};

/** Returns true while the run has not left. */
export const isWaiting = (state: RunState) => state === 'building' || state === 'closed';

/** The rule by which a task has joined its run. */
export const RUN_RULES = ['hand', 'ship-via', 'account', 'zone', 'dealership', 'standing'] as const;
export type RunRule = (typeof RUN_RULES)[number];

export const RUN_RULE_LABELS: Record<RunRule, string> = {
  hand: 'by hand',
  'ship-via': 'ship via',
  account: 'standing stop',
  zone: 'zone',
  dealership: 'dealership’s default',
  standing: 'standing stop',
};

export const EXCEPTION_KINDS = ['skip', 'move', 'extra', 'driver'] as const;
