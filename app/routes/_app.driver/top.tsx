/** Parts of the driver's page above its stops: the progress, counts of other lists, and first hints. */
import { Link } from '@remix-run/react';
import { stopsOf, type StopTasks } from '~/components/stop-order/stops';
import type { TaskCard } from '~/domain/tasks/model/task';
import { Time } from '~/ui/time';
import * as css from './driver.css';
import type { viewOf } from './tabs';

type Props = {
  title: string;
  done: number;
  total: number;
  /** ISO 8601; null if it is unknown. */
  finishAt: string | null;
  /** Null without one. */
  shift: string | null;
};

export function Title({ title, done, total, finishAt, shift }: Props) {
  return (
    <div className={css.top}>
      <h1 className={css.title}>{title}</h1>
      {total > 0 && (
        <>
          <p id="progress" className={css.progressText}>
            {done < total ? `Stop ${String(done + 1)} of ${String(total)}` : 'All stops done'}
          </p>
          {finishAt && done < total && (
            <p className={css.finish}>
              done about <Time iso={finishAt} />
            </p>
          )}
          <progress className={css.progress} max={total} value={done} aria-labelledby="progress" />
        </>
      )}
      {shift && <p className={css.shift}>{shift}</p>}
    </div>
  );
}

/**
 * The number of completed stops and of all stops of this route. A place that is visited twice counts twice.
 * @param archived the number of stops that were completed today and are archived.
 */
export function progressOf(all: TaskCard[], active: StopTasks[], archived: number) {
  const done = archived + stopsOf(all.filter(({ status }) => status === 'completed')).length;
  return { done, total: done + active.length };
}

export function Counts({ counts }: Pick<ReturnType<typeof viewOf>, 'counts'>) {
  return (
    <div className={css.counts}>
      <CountCard to="/driver/list/next-route" label="Next Route" count={counts['next-route'] ?? 0} />
      <CountCard to="/driver/list/hold" label="Hold" count={counts.hold ?? 0} />
    </div>
  );
}

function CountCard({ to, label, count }: { to: string; label: string; count: number }) {
  return (
    <Link to={to} className={css.count} preventScrollReset>
      {label}
      <span className={css.figure}>{count}</span>
    </Link>
  );
}

/** Shown before the first task. It explains the page and how to prepare the phone. */
export function FirstHints() {
  return (
    <div className={css.hints}>
      <p>
        Your dispatcher assigns your tasks. They appear here automatically, in the order of your route. Press
        Going when you leave for the first stop.
      </p>
      <p className={css.whenInBrowser}>
        Choose “Add to Home Screen” in your browser’s menu to open it like an app.
      </p>
    </div>
  );
}
