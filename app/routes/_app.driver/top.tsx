/** Parts of the driver's page above its stops: progress, counts of other lists, hints, refusals and offers. */
import { Link, useActionData, useNavigation } from '@remix-run/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Time } from '~/ui/time';
import type { TaskCard } from '~/domain/tasks/model/task';
import type { NextRunProps } from '~/components/going-stop/next-run';
import { waitingFor } from '~/components/offline/project';
import type { TrailProps } from '~/components/positions/trail-recorder';
import { refusedOrder } from '~/components/route-panel/panel';
import type { Answered } from '~/forms/unreachable';
import { Banner } from '~/ui/banner';
import { Island, lazyOr } from '~/ui/lazy-or';
import { useToast } from '~/ui/toast';
import { driver } from '~/words/en/driver';
import { asWritten } from '~/words/words';
import * as css from './driver.css';
import type { Progress } from './progress';
import type { viewOf } from './tabs';
import { isQueued, STATUS } from '~/domain/tasks/model/statuses';

type Props = {
  title: string;
  progress: Progress;
  /** ISO 8601; null if it is unknown. */
  finishAt: string | null;
  /** Null without one. */
  shift: string | null;
};

const MANY_STOPS = 40;

export function Title({ title, progress, finishAt, shift }: Props) {
  const { done, total, segments, sentence } = progress;
  return (
    <div className={css.top}>
      <h1 className={css.title} {...(title !== driver.title && asWritten())}>
        {title}
      </h1>
      {total > 0 && (
        <>
          <p className={css.progressText}>{done < total ? driver.stopOf(done + 1, total) : driver.allDone}</p>
          {finishAt && done < total && (
            <p className={css.finish}>
              {driver.doneAbout}
              <Time iso={finishAt} />
            </p>
          )}
          <div
            role="img"
            aria-label={sentence}
            className={css.segments}
            data-many={total > MANY_STOPS ? '' : undefined}
          >
            {segments.map((is, index) => (
              <i key={index} data-is={is} />
            ))}
          </div>
        </>
      )}
      {shift && <p className={css.shift}>{shift}</p>}
    </div>
  );
}

const RunCard = lazyOr<NextRunProps>(() => import('~/components/going-stop/next-run'));

type RunProps = { page: { formKey: string; run?: NextRunProps['run'] | null }; tasks: TaskCard[] };

/** A page that a phone stored before has no run. Tasks of a run that was started here wait no more. */
export const NextRun = ({ page: { run, formKey }, tasks }: RunProps) =>
  run &&
  !tasks.some((task) => task.run_id === run.id && !isQueued(task)) && (
    <Island>
      <RunCard run={run} taskIds={waitingFor(tasks, run.id).map(({ id }) => id)} formKey={formKey} />
    </Island>
  );

export function Counts({ counts }: Pick<ReturnType<typeof viewOf>, 'counts'>) {
  return (
    <div className={css.counts}>
      <CountCard
        to="/driver/list/next-route"
        label={driver.tabs[STATUS.nextRoute]}
        count={counts[STATUS.nextRoute] ?? 0}
      />
      <CountCard to="/driver/list/hold" label={driver.tabs.hold} count={counts.hold ?? 0} />
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

/** The refusal of an action, as a toast. Before hydration, and when the server can't be reached, it is in the page. */
export function Refusal() {
  const given = useActionData<Answered>();
  // The panel shows its own refusals.
  const answer = refusedOrder(given) === null ? given : undefined;
  const isPending = useNavigation().state === 'submitting';
  const hydrated = useHydrated();
  const [dismissed, setDismissed] = useState<Answered>();
  const show = useToast();
  const description = answer && (answer.problem?.error ?? driver.failed);
  const title = answer?.problem?.code === 'nothingToArchive' ? driver.noCompleted : driver.error;
  const isStaying = !hydrated || Boolean(answer?.unreachable);

  const say = useRef<() => void>();
  say.current = () => {
    if (description && !isStaying) show({ title, description, tone: 'destructive' });
  };
  useEffect(() => {
    say.current?.(); // shown once for each answer
  }, [answer]);

  if (!description || !isStaying || isPending || dismissed === answer) return null;
  return (
    <div className={css.refusal}>
      <Banner tone="error" title={title}>
        {description}
      </Banner>
      {hydrated && (
        <button
          type="button"
          className={css.dismiss}
          aria-label={driver.dismiss}
          onClick={() => {
            setDismissed(answer);
          }}
        />
      )}
    </div>
  );
}

const TrailRecorder = lazyOr<TrailProps>(() => import('~/components/positions/trail-recorder'));

const PushOffer = lazyOr(
  () => import('~/modules/push/push-offer'),
  () => null,
);

type OffersProps = {
  driverId: number;
  sharing: Omit<TrailProps, 'driverId' | 'isOnDuty'>;
  isOnRoute: boolean;
  hasDone: boolean;
  /** True when no dialog is open. */
  isBare: boolean;
};

/** Offers that need the driver's consent: sharing positions, and notifications while the page is closed. */
export function Offers({ driverId, sharing, isOnRoute, hasDone, isBare }: OffersProps) {
  // Asks after the first stop is done, because its purpose is clear then, and never beside the question about
  // positions.
  const mayAsk = useHydrated() && hasDone && !(sharing.shares === null && isOnRoute);
  return (
    <>
      {mayAsk && isBare && (
        <Suspense>
          <PushOffer userId={driverId} />
        </Suspense>
      )}
      {sharing.shares !== false && isOnRoute && (
        <Island>
          <TrailRecorder driverId={driverId} {...sharing} isOnDuty />
        </Island>
      )}
    </>
  );
}
