import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import {
  ATTENTION_KINDS,
  ATTENTION_LABELS,
  atRisk,
  type AttentionKind,
  isNotReady,
  type StripRun,
} from '~/domain/views/board/board';
import { TASKS_NOT_READ, type TaskCard } from '~/domain/tasks/model/task';
import { nameOf } from '~/domain/tasks/model/stops';
import { listArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { planSuggestions, type Suggestion } from '~/modules/day-plans/board.server';
import { waysInTrouble } from '~/domain/intake/ways/attention.server';
import { getBoard, listAttention } from '~/domain/views/board/board.server';
import { nextRunsOf } from '~/domain/views/runs/run.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { boardView, useViewLink } from '~/components/board/board-links';
import { settleButton } from '~/components/task-form/buttons.server';
import { CONCERN_KINDS, type ConcernKind } from '~/domain/tasks/model/concerns';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { listButtons, onlyDispatchers } from '~/components/task-list/list-buttons.server';
import { listRefusal, MovableList, moveBarClass } from '~/components/task-list/movable-list';
import { Banner, EmptyState, sentences } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { LinkTabs } from '~/ui/tabs';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';
import { Concerns } from '~/components/task-form/concerns';
import { NextRunButton, NextRunForms } from '~/components/task-list/next-run';
import { TaskRow } from '~/components/task-list/task-row';
import * as css from './plan-lines.css';

export const meta: MetaFunction = () => [{ title: 'Needs Attention · Parts Dispatch' }];

const NOTHING: Record<AttentionKind, string> = {
  failed: 'No stops need to be planned again.',
  'customer-wrote': 'Nothing from customers is unread.',
  'other-address': 'No completion at another address needs to be checked.',
  'no-place': 'Every open task is on the map.',
  'at-risk': 'No need-by is at risk.',
  'not-ready': 'Every run has a driver before it closes, and leaves in time.',
  late: 'No delivery is likely late.',
  unassigned: 'Every open task has a driver.',
};

const GONE = {
  title: 'Not found',
  text: 'This list doesn’t exist.',
};

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readBoard');
  const { searchParams } = new URL(request.url);
  const kind = ATTENTION_KINDS.find((each) => each === searchParams.get('kind')) ?? ATTENTION_KINDS[0];
  return load(async () => {
    const [list, board, arrivals, suggestions, troubles] = await Promise.all([
      kind === 'not-ready' ? null : listAttention(actor, kind),
      getBoard(actor),
      listArrivals({ actor, input: {} }),
      planSuggestions(actor),
      waysInTrouble(),
    ]);
    const { attention, drivers, runs } = board;
    const { tasks, liveVersion } = list ?? { tasks: [], liveVersion: board.liveVersion };
    const now = Date.now();
    const notReady = runs.filter((run) => isNotReady(run, now));
    return {
      troubles,
      suggestions,
      notReady,
      next: kind === 'failed' ? await nextRunsOf(actor, tasks) : [],
      kind,
      tasks,
      liveVersion,
      counts: {
        ...attention.counts,
        'at-risk': atRisk(attention.dues, now).length,
        'not-ready': notReady.length,
        late: arrivals.flatMap((each) => each.late).length,
      },
      drivers: drivers.map(({ id, name, username }) => ({ id, name, username })),
    };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, { ...listButtons(args), ...settleButton(args.request) }, { guard: onlyDispatchers });

export const clientAction = keepDialogOnNetworkError();

export default function NeedsAttention() {
  const { troubles, kind, tasks, notReady, next, counts, drivers, suggestions } =
    useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const { search } = useLocation();
  const viewLink = useViewLink();
  const names = new Map(drivers.map((driver) => [driver.id, nameOf(driver)]));
  const refusal = listRefusal(answer);
  const back = encodeURIComponent(`attention?kind=${kind}`);
  const closeTo = `/dispatcher${boardView(search)}`;
  const taskTo = ({ id }: TaskCard) => viewLink(`/dispatcher/tasks/${String(id)}?back=${back}`);
  const concern = CONCERN_KINDS.find((each) => each === kind);
  const noteOf = ({ driver_id: driverId }: TaskCard) =>
    driverId === null ? 'Unassigned' : (names.get(driverId) ?? 'Former driver');
  return (
    <RouteDialog title="Needs Attention" closeTo={closeTo} size="large">
      <Stack gap={3}>
        {refusal && (
          <Banner tone="error" title="Failed to update tasks.">
            {refusal}
          </Banner>
        )}
        {troubles.length > 0 && <Banner tone="error">{sentences(troubles)}</Banner>}
        <PlanLines suggestions={suggestions} />
        <LinkTabs
          label="What needs attention"
          tabs={ATTENTION_KINDS.map((each) => ({
            to: viewLink(`/dispatcher/attention?kind=${each}`),
            label: ATTENTION_LABELS[each],
            count: counts[each],
            current: each === kind,
          }))}
        />
        <NextRunForms next={next} />
        {counts[kind] === 0 && tasks.length === 0 && <EmptyState>{NOTHING[kind]}</EmptyState>}
        {kind === 'not-ready' ? (
          <NotReady runs={notReady}>
            <LinkButton to={closeTo} preventScrollReset>
              Close
            </LinkButton>
          </NotReady>
        ) : concern ? (
          <ConcernList tasks={tasks} kind={concern} taskTo={taskTo} noteOf={noteOf}>
            <LinkButton to={closeTo} preventScrollReset>
              Close
            </LinkButton>
          </ConcernList>
        ) : (
          <MovableList
            key={kind}
            tasks={tasks}
            taskTo={taskTo}
            drivers={drivers}
            noteOf={noteOf}
            candidatesTo={({ id }) => viewLink(`/dispatcher/tasks/${String(id)}/candidates?back=${back}`)}
            canPlanAgain={kind === 'failed'}
            besideOf={({ id }) => <NextRunButton next={next} taskId={id} />}
          >
            <LinkButton to={closeTo} preventScrollReset>
              Close
            </LinkButton>
          </MovableList>
        )}
      </Stack>
    </RouteDialog>
  );
}

export function ErrorBoundary() {
  return <DialogTrouble gone={GONE} failed={TASKS_NOT_READ} />;
}

type Props = {
  tasks: TaskCard[];
  kind: ConcernKind;
  taskTo: (task: TaskCard) => string;
  noteOf: (task: TaskCard) => ReactNode;
  children: ReactNode;
};

/** It has no buttons that move tasks, because many of these are completed. */
const ConcernList = ({ tasks, kind, taskTo, noteOf, children }: Props) => (
  <>
    <ul>
      {tasks.map((task) => (
        <li key={task.id}>
          <TaskRow task={task} to={taskTo(task)} note={noteOf(task)} />
          <Concerns task={task} only={kind} />
        </li>
      ))}
    </ul>
    <div className={moveBarClass}>{children}</div>
  </>
);

/** Runs without a driver, and those that should have left. */
function NotReady({ runs, children }: { runs: StripRun[]; children: ReactNode }) {
  const viewLink = useViewLink();
  return (
    <>
      <ul className={css.lines}>
        {runs.map(({ id, name, departsAt, cutoffAt, state, driverId }) => (
          <li key={id} className={css.line}>
            <span>
              <strong>
                {name} <Time iso={departsAt} inWeek />
              </strong>
              {driverId === null ? ' has no driver, ' : ' has not left, '}
              {state === 'building' ? (
                <>
                  closes <Time iso={cutoffAt} inWeek />
                </>
              ) : (
                'closed'
              )}
            </span>
            <LinkButton to={viewLink(`/dispatcher/run/${String(id)}`)}>Open {name}</LinkButton>
          </li>
        ))}
      </ul>
      <div className={moveBarClass}>{children}</div>
    </>
  );
}

const MOST_IN_ADDRESS = 100;
/** More drivers would push the tasks out of sight. */
const MOST_DRIVERS = 3;

/** Problems that a plan could solve, each with a link to the plan. */
function PlanLines({ suggestions }: { suggestions: Suggestion[] }) {
  if (suggestions.length === 0) return null;
  const offDuty = suggestions.filter(({ driver }) => driver !== null);
  const folded = offDuty.length > MOST_DRIVERS ? offDuty : [];
  return (
    <Banner>
      <Stack gap={1}>
        <Lines suggestions={suggestions.filter((each) => !folded.includes(each))} />
        {folded.length > 0 && (
          <details>
            <summary className={css.summary}>
              {folded.length} drivers are off duty, with{' '}
              {folded.reduce((sum, { taskIds }) => sum + taskIds.length, 0)} tasks
            </summary>
            <Lines suggestions={folded} />
          </details>
        )}
      </Stack>
    </Banner>
  );
}

const Lines = ({ suggestions }: { suggestions: Suggestion[] }) => (
  <ul className={css.lines}>
    {suggestions.map(({ kind, driver, taskIds }) => (
      <li key={`${kind} ${String(driver?.id)}`} className={css.line}>
        <strong>{titleOf(kind, driver?.name ?? '', taskIds.length)}</strong>
        <LinkButton
          to={
            driver
              ? `/dispatcher/plan?give=${String(driver.id)}`
              : `/dispatcher/plan?tasks=${taskIds.slice(0, MOST_IN_ADDRESS).join()}`
          }
        >
          {driver ? `Give ${them(taskIds)} to the Others` : `Plan ${them(taskIds)}`}
        </LinkButton>
      </li>
    ))}
  </ul>
);

const them = (taskIds: number[]) => (taskIds.length === 1 ? 'It' : 'Them');

function titleOf(kind: Suggestion['kind'], name: string, count: number): string {
  const tasks = count === 1 ? '1 task' : `${String(count)} tasks`;
  if (kind === 'off-duty') return `${name} is off duty, with ${tasks}.`;
  if (kind === 'late') return `${tasks} will likely be late.`;
  if (kind === 'failed') return `${tasks} could not be completed.`;
  return count === 1 ? '1 urgent task has no driver.' : `${String(count)} urgent tasks have no driver.`;
}
