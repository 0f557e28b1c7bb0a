/** Notices to drivers about changes by others, and notifications of their devices. */
import { part } from '~/words/words';

export const notices = part('words:notices', () => {
  const stops = (count: number) => (count === 1 ? '1 stop' : `${String(count)} stops`);
  const labels: Readonly<Record<string, string>> = {};
  return {
    urgent: 'URGENT',
    ready: 'Ready to pick up',
    done: {
      removed: 'Removed from your route',
      completed: 'Completed',
      later: 'Moved to your next route',
      stopped: 'Set back to Pending',
      planned: 'Your route was replanned',
      unplanned: 'The plan was undone',
      added: 'Added to your run',
      by: (what: string, who: string) => `${what} by ${who}`,
    },
    /** Labels by the keys of fields; one that is missing is that of the table of fields. */
    labels,
    changedTo: (label: string, value: string) => `${label} changed to ${value || 'nothing'}`,
    /** @param what begins in lowercase: `removed from your route by Rita`. */
    tasks: (count: number, what: string) => `${count === 1 ? '1 task' : `${String(count)} tasks`} ${what}`,
    /** How a plan has changed a driver's list. */
    list: (came: number, left: number) =>
      [came > 0 && `${came} new`, left > 0 && `${left} removed`].filter(Boolean).join(', ') ||
      'another order',
    /** When a notification can't be read. */
    somethingChanged: 'Something has changed',
    push: {
      urgent: (count: number) => stops(count).replace(' ', ' urgent '),
      new: (count: number) => stops(count).replace(' ', ' new '),
      changed: (count: number) => `${stops(count)} changed`,
      removed: (count: number) => `${stops(count)} removed`,
      failed: (count: number) => `${stops(count)} could not be completed`,
      late: (count: number) => `${stops(count)} likely late`,
      unassigned: (count: number) => `${stops(count)} without a driver`,
      wrote: (count: number) => (count === 1 ? '1 customer wrote' : `${String(count)} customers wrote`),
      test: () => 'Notifications work on this device',
    },
  };
});
