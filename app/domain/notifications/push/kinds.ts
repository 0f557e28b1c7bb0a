/**
 * The kinds of notifications and their texts. These contain only numbers, because they pass through a foreign
 * service.
 */
const DRIVER_KINDS = ['urgent', 'new', 'changed', 'removed'] as const;
const DISPATCHER_KINDS = ['failed', 'late', 'unassigned', 'wrote'] as const;
type DriverKind = (typeof DRIVER_KINDS)[number];
export type PushKind = DriverKind | (typeof DISPATCHER_KINDS)[number] | 'test';
export type Counts = Partial<Record<PushKind, number>>;

const stops = (count: number) => (count === 1 ? '1 stop' : `${String(count)} stops`);

const SENTENCES: Record<PushKind, (count: number) => string> = {
  urgent: (count) => stops(count).replace(' ', ' urgent '),
  new: (count) => stops(count).replace(' ', ' new '),
  changed: (count) => `${stops(count)} changed`,
  removed: (count) => `${stops(count)} removed`,
  failed: (count) => `${stops(count)} could not be completed`,
  late: (count) => `${stops(count)} likely late`,
  unassigned: (count) => `${stops(count)} without a driver`,
  wrote: (count) => (count === 1 ? '1 customer wrote' : `${String(count)} customers wrote`),
  test: () => 'Notifications work on this device',
};

const isIn = (kinds: readonly PushKind[], counts: Counts) => kinds.some((kind) => counts[kind]);

/** `3 new stops, 1 stop removed` */
export const textOf = (counts: Counts): string =>
  Object.entries(SENTENCES)
    .flatMap(([kind, sentence]) => {
      const count = counts[kind as PushKind];
      return count ? [sentence(count)] : [];
    })
    .join(', ');

/** Returns the page that a tap opens: the task, if it is only one and still theirs. */
export function pathOf(counts: Counts, taskId: number | null): string {
  const task = taskId === null ? '' : `/tasks/${String(taskId)}`;
  if (isIn(DISPATCHER_KINDS, counts)) return `/dispatcher${task || '/attention'}`;
  if (isIn(DRIVER_KINDS, counts)) return `/driver${counts.removed ? '' : task}`;
  return '/settings';
}
