/** Selects the tasks that the driver's page shows for its address. Pure. */
import type { TaskCard, TaskStatus } from '~/domain/tasks/model/task';
import { type Term, TERMS } from '~/domain/tasks/model/counts';

export const TABS = [
  { tab: 'active', term: 'active', statuses: ['pending', 'going', 'linked'] },
  { tab: 'next-route', term: 'nextRoute', statuses: ['next-route'] },
  { tab: 'hold', term: 'hold', statuses: ['hold'] },
  { tab: 'completed', term: 'completed', statuses: ['completed'] },
] as const satisfies { tab: string; term: Term; statuses: TaskStatus[] }[];

export function viewOf(all: TaskCard[], search: URLSearchParams) {
  const { tab, statuses } = TABS.find((each) => each.tab === search.get('tab')) ?? TABS[0];
  const within = (wanted: readonly TaskStatus[]) => all.filter(({ status }) => wanted.includes(status));
  const idsOf = (wanted: readonly TaskStatus[]) => within(wanted).map(({ id }) => id);
  const isIdle = within(['pending', 'going']).length === 0;
  return {
    tab,
    editing: tab === 'active' && search.has('edit'),
    tasks: within(statuses),
    counts: Object.fromEntries(TABS.map((each) => [each.tab, within(TERMS[each.term]).length])),
    activeIds: idsOf(TABS[0].statuses),
    goingIds: idsOf(['going']),
    expectedIds: idsOf(['next-route']),
    busy: within(['going']).length > 0,
    canEndRoute: isIdle && within(['completed']).length > 0,
    // Tasks of a run leave with it.
    canStartRoute: isIdle && within(['next-route']).some(({ run_id }) => !run_id),
  };
}

/** True when only the view of the same tasks changes. No loader has to run then. */
export function isOtherView(current: URL, next: URL): boolean {
  const keyOf = ({ pathname, searchParams }: URL) => {
    const rest = new URLSearchParams(searchParams);
    for (const name of ['tab', 'edit']) rest.delete(name);
    return `${pathname}?${rest.toString()}`;
  };
  return keyOf(current) === keyOf(next) && current.search !== next.search;
}
