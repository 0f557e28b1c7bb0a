import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { ATTENTION_KINDS, ATTENTION_LABELS, atRisk, type AttentionKind } from '~/domain/views/board/board';
import { type TaskCard, TASKS_NOT_READ } from '~/domain/tasks/model/task';
import { nameOf } from '~/domain/tasks/model/stops';
import { listArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { planSuggestions } from '~/domain/scheduling/day-plans/board.server';
import { getBoard, listAttention } from '~/domain/views/board/board.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { boardView, useViewLink } from '~/components/board/board-links';
import { settleButton } from '~/components/task-form/concern-button.server';
import { CONCERN_KINDS } from '~/domain/tasks/model/concerns';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { listButtons, onlyDispatchers } from '~/components/task-list/list-buttons.server';
import { listRefusal, MovableList } from '~/components/task-list/movable-list';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { EmptyState } from '~/ui/empty';
import { Stack } from '~/ui/layout';
import { LinkTabs } from '~/ui/tabs';
import { useAnswer } from '~/ui/use-answer';
import { ConcernList } from './concern-list';
import { PlanLines } from './plan-lines';

export const meta: MetaFunction = () => [{ title: 'Needs Attention · Parts Dispatch' }];

const NOTHING: Record<AttentionKind, string> = {
  failed: 'No stops need to be planned again.',
  'customer-wrote': 'Nothing from customers is unread.',
  'other-address': 'No completion at another address needs to be checked.',
  'no-place': 'Every open task is on the map.',
  'at-risk': 'No need-by is at risk.',
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
    const [{ tasks, liveVersion }, { attention, drivers }, arrivals, suggestions] = await Promise.all([
      listAttention(actor, kind),
      getBoard(actor),
      listArrivals({ actor }),
      planSuggestions(actor),
    ]);
    return {
      suggestions,
      kind,
      tasks,
      liveVersion,
      counts: {
        ...attention.counts,
        'at-risk': atRisk(attention.dues, Date.now()).length,
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
  const { kind, tasks, counts, drivers, suggestions } = useLoaderData<typeof loader>();
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
        {tasks.length === 0 && <EmptyState>{NOTHING[kind]}</EmptyState>}
        {concern ? (
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
