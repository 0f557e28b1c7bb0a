import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { readDriverMarks } from '~/domain/network/users/driver-marks.server';
import { HeaderTools } from '~/components/board/new-task';
import { applyPlan } from '~/modules/day-plans/apply.server';
import { getPlan, stopPlan } from '~/modules/day-plans/commands.server';
import { PLAN_KINDS, SKIP_REASONS } from '~/modules/day-plans/kinds';
import type { Applied, PlanState } from '~/modules/day-plans/schema';
import { newFormKey, undoPlanOffer } from '~/forms/answers.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load, pathIdOr404 } from '~/http/page.server';
import { pagePath, requirePage } from '~/http/session.server';
import { roads } from '~/words/en/roads';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';
import { useJobPolling } from '~/ui/use-job-polling';
import { AnswerTable } from './answer-table';
import { ACCEPT, ChosenAnswer } from './chosen-answer';
import { MapCard } from './map-card';
import * as css from './plan.css';

export const meta: MetaFunction = () => [{ title: 'Plan · Parts Dispatch' }];

export const handle = { HeaderTools };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getPlan.spec.may);
  const planId = pathIdOr404(params.planId);
  const kindParam = new URL(request.url).searchParams.get('kind');
  return load(async () => {
    const [plan, marks] = await Promise.all([getPlan({ actor, planId }), readDriverMarks()]);
    const kind = plan.applied?.kind ?? PLAN_KINDS.find((each) => each === kindParam) ?? usualKind(plan);
    return { plan, kind, marks, formKey: newFormKey(), now: Date.now() };
  });
}

/** The default answer. If a driver only gives tasks away, the other lists keep their order. */
const usualKind = ({ giver }: PlanState) => (giver ? 'insert' : 'few');

function planAgainPath({ id, giver }: PlanState): string {
  const again = `/dispatcher/plan?again=${String(id)}`;
  return giver ? `${again}&give=${String(giver.driverId)}` : again;
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    apply: button(
      applyPlan,
      (applied, { planId }) => ({
        redirectTo: pagePath(args.request),
        toast: { ...toastOf(applied), ...(applied.applied.length > 0 && undoPlanOffer(planId)) },
      }),
      { required: { driverIds: 'Choose at least one driver' } },
    ),
    stop: button(stopPlan, () => ({ redirectTo: pagePath(args.request), toast: null })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to apply the plan');

/** The toast has only numbers, because the page lists the names. */
function toastOf({ applied, skipped }: Applied) {
  const drivers =
    applied.length === 1 ? 'Plan applied for 1 driver' : `Plan applied for ${String(applied.length)} drivers`;
  return { title: skipped.length > 0 ? `${drivers}, ${String(skipped.length)} left as they are` : drivers };
}

const namesOf = (skipped: Applied['skipped']) =>
  skipped.map(({ name, because }) => `${name} (${SKIP_REASONS[because]})`).join(', ');

export default function Plan() {
  const { plan, kind, marks, formKey, now } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const pending = useNavigation().formData?.get('intent') === 'apply';
  const { result, applied, status } = plan;
  const refusal =
    answer?.problem?.error ??
    Object.values(answer?.lastResult.error ?? {})
      .flat()
      .join(' ');
  const chosen = result?.answers.find((each) => each.kind === kind);
  return (
    <Stack gap={3}>
      <div className={css.pageBar}>
        <div className={css.links}>
          <LinkButton size="form" to="/dispatcher">
            Back to the Dashboard
          </LinkButton>
          <LinkButton size="form" to={planAgainPath(plan)}>
            Plan Again
          </LinkButton>
        </div>
        <h1>Plan</h1>
        {result && (
          <span className={css.made}>
            <Time iso={result.madeAt} /> · {roads.sources[result.roads]}
            {plan.stopped && ' · ended early'}
          </span>
        )}
        {chosen && chosen.affected > 0 && !applied && (
          <div className={css.apply}>
            <Button
              form={ACCEPT}
              name="intent"
              value="apply"
              variant="primary"
              size="form"
              pending={pending && 'Applying...'}
            >
              Apply
            </Button>
          </div>
        )}
      </div>
      {refusal && (
        <Banner tone="error" title="Failed to apply the plan.">
          {refusal}
        </Banner>
      )}
      {isUnderWay({ status }) && <UnderWay plan={plan} now={now} />}
      {status === 'failed' && (
        <Banner tone="error" title="The plan could not be made.">
          Nothing was changed. Plan again.
        </Banner>
      )}
      {applied && (
        <AppliedNote
          applied={applied}
          result={result}
          giver={plan.giver}
          isUndone={plan.undone}
          takenBack={plan.takenBack}
        />
      )}
      {result && (
        <>
          <AnswerTable result={result} kind={kind} isApplied={applied !== null} />
          {chosen && (
            <div className={css.beside}>
              <ChosenAnswer
                key={kind}
                result={result}
                marks={marks}
                formKey={formKey}
                answer={chosen}
                isApplied={applied !== null}
              />
              <div className={css.mapPlace}>
                <MapCard result={result} answer={chosen} />
              </div>
            </div>
          )}
        </>
      )}
    </Stack>
  );
}

const stillWith = ({ name, has }: NonNullable<PlanState['giver']>) =>
  `Still with ${name}: ${has.map(({ location, going }) => (going ? `${location} (under way)` : location)).join(', ')}.`;

const isUnderWay = ({ status }: Pick<PlanState, 'status'>) => status === 'waiting' || status === 'running';

/** Shows the progress of a plan. It refreshes itself with JavaScript and without. */
function UnderWay({ plan, now }: { plan: PlanState; now: number }) {
  const seen =
    useJobPolling({
      loaded: plan,
      pathOf: ({ id }) => `/api/plans/${String(id)}`,
      isOver: (each) => !isUnderWay(each),
    }) ?? plan;
  const { status, progress } = seen;
  const left = useSecondsLeft(seen, now);
  return (
    <Banner title={status === 'waiting' ? 'Another plan is being made.' : 'Planning.'}>
      <noscript>
        <meta httpEquiv="refresh" content="2" />
      </noscript>
      <Inline>
        {status === 'waiting' ? (
          'This one begins by itself after it.'
        ) : (
          <>
            <progress value={progress} max={1} aria-label="Progress" />
            {Math.round(progress * 100)} %{left !== null && `, about ${String(left)} s left`}
            <Form method="post" preventScrollReset>
              <Button name="intent" value="stop">
                Take What Is Found
              </Button>
            </Form>
          </>
        )}
      </Inline>
    </Banner>
  );
}

/** The part of the search that must be done before an estimate makes sense. */
const TELLS = 0.05;

/**
 * Estimates the remaining seconds from the progress since this page first saw the plan. Before that is enough, it uses
 * the time since the plan was requested.
 */
function useSecondsLeft(seen: PlanState, now: number): number | null {
  const first = useRef<{ progress: number; at: number }>();
  const [left, setLeft] = useState(() =>
    seen.progress > TELLS ? secondsLeft(now - Date.parse(seen.createdAt), seen.progress, seen) : null,
  );
  useEffect(() => {
    if (seen.status !== 'running') return;
    const at = performance.now();
    first.current ??= { progress: seen.progress, at };
    const done = seen.progress - first.current.progress;
    if (done > TELLS) setLeft(secondsLeft(at - first.current.at, done, seen));
  }, [seen]);
  return left;
}

const secondsLeft = (ms: number, done: number, { progress }: PlanState) =>
  Math.ceil((ms / 1_000) * ((1 - progress) / done));

const MOST_NAMED = 6;

type NoteProps = {
  applied: Applied;
  result: PlanState['result'];
  giver: PlanState['giver'];
  isUndone: boolean;
  takenBack: PlanState['takenBack'];
};

function AppliedNote({ applied, result, giver, isUndone, takenBack }: NoteProps) {
  if (isUndone)
    return (
      <Banner title="Applied and undone. Plan again, as the lists may have changed.">
        {takenBack !== null &&
          takenBack.skipped.length > 0 &&
          `Left as they are, as they had changed since: ${takenBack.skipped.map(({ name }) => name).join(', ')}. `}
        {takenBack !== null &&
          takenBack.notMoved.length > 0 &&
          `Not moved back: ${takenBack.notMoved.map(({ location }) => location).join(', ')}.`}
      </Banner>
    );
  const names = (result?.drivers ?? [])
    .filter(({ driverId }) => applied.applied.includes(driverId))
    .map(({ name }) => name);
  const isShort = names.length <= MOST_NAMED;
  const title = isShort ? `Applied: ${names.join(', ')}.` : `Applied to ${String(names.length)} lists.`;
  return (
    <Banner title={names.length > 0 ? title : 'Applied; no list has changed.'}>
      {!isShort && (
        <details>
          <summary className={css.whose}>Whose lists</summary>
          {names.join(', ')}
        </details>
      )}
      {applied.skipped.length > 0 && `Left as they are: ${namesOf(applied.skipped)}. `}
      {applied.notMoved.length > 0 &&
        `Not moved: ${applied.notMoved.map(({ location }) => location).join(', ')}. `}
      {giver !== null && giver.has.length > 0 && stillWith(giver)}
    </Banner>
  );
}
