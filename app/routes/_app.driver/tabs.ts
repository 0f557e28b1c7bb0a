/** Selects the tasks that the driver's page shows for its address. Pure. */
import type { TaskCard } from '~/domain/tasks/model/task';
import { TERMS, termOf } from '~/domain/tasks/model/counts';
import {
  isDone,
  isInRoute,
  isOnTab,
  isQueued,
  isUnderWay,
  type Question,
  TABS,
} from '~/domain/tasks/model/statuses';

export function viewOf(all: TaskCard[], search: URLSearchParams) {
  const tab = TABS.find((each) => each === search.get('tab')) ?? TABS[0];
  const idsOf = (question: Question) => all.filter(question).map(({ id }) => id);
  const isIdle = !all.some(isInRoute);
  return {
    tab,
    editing: tab === TABS[0] && search.has('edit'),
    tasks: all.filter(isOnTab(tab)),
    counts: Object.fromEntries(TABS.map((each) => [each, all.filter(TERMS[termOf(each)]).length])),
    activeIds: idsOf(isOnTab(TABS[0])),
    goingIds: idsOf(isUnderWay),
    expectedIds: idsOf(isQueued),
    busy: all.some(isUnderWay),
    canEndRoute: isIdle && all.some(isDone),
    // Tasks of a run leave with it.
    canStartRoute: isIdle && all.some((task) => isQueued(task) && !task.run_id),
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
