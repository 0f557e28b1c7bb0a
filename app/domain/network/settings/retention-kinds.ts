/** Kinds of data that may be deleted by age, and the ages to choose from. Safe in the browser. */
const YEAR = 365;
const LONG = [30, 90, 180, YEAR, 2 * YEAR, 3 * YEAR, 5 * YEAR, 7 * YEAR, 10 * YEAR];

type Facts = {
  label: string;
  /** The label of the choice to keep data whatever its age; null where there is no such choice. */
  forever: string | null;
  hint: string;
  choices: readonly number[];
};

/** The preset days for trails of drivers. */
export const POSITION_DAYS = 30;

export const KINDS = {
  signatures: { label: 'Signatures', forever: 'Forever', hint: 'Including the printed name', choices: LONG },
  photos: { label: 'Photos', forever: 'Forever', hint: 'Taken at the stop', choices: LONG },
  links: {
    label: 'Customer links',
    forever: 'Until they expire (14 days)',
    hint: 'Proof pages that customers open',
    choices: [1, 3, 7],
  },
  events: {
    label: 'Activity',
    forever: 'Forever',
    hint: 'For tasks and accounts. The time a driver started is kept for the report',
    choices: LONG,
  },
  tasks: {
    label: 'Archived tasks',
    forever: 'Forever',
    hint: 'Including everything attached to them and their figures in the report',
    choices: LONG,
  },
  visits: {
    label: 'Visits of drivers',
    forever: 'Forever',
    hint: 'When drivers arrived at stops and left. Arrival times are learned from the last weeks',
    choices: LONG,
  },
  positions: {
    label: 'Positions of drivers',
    forever: null,
    hint: 'Where drivers were while they had stops. Arrivals and departures stay',
    choices: [1, 3, 7, 14, POSITION_DAYS, 60, 90],
  },
} as const satisfies Record<string, Facts>;

export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as Kind[];

type RetentionDays = Record<Exclude<Kind, 'positions'>, number | null> & { positions: number };

/**
 * Whether saving these settings deletes data that was kept until now. Positions are always deleted by age, so
 * only fewer days do.
 */
export const deletesBy = ({ positions, ...kept }: RetentionDays, before: RetentionDays): boolean =>
  positions < before.positions || Object.values(kept).some((days) => days !== null);

export const spanOf = (days: number): [count: number, unit: 'day' | 'year'] =>
  days % YEAR === 0 ? [days / YEAR, 'year'] : [days, 'day'];

/** `90 days`, `2 years` */
export function timeWords(days: number): string {
  const [count, unit] = spanOf(days);
  return `${String(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** A page shows it in place of deleted data. */
export const removedAfter = (what: string, days: number) => `${what} deleted after ${timeWords(days)}`;
