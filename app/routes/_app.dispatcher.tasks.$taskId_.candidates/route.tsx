import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation, type ShouldRevalidateFunction } from '@remix-run/react';
import { TaskTrouble } from '~/components/board/dialog-trouble';
import { withView } from '~/components/board/board-links';
import { closeToOf } from '~/components/task-form/buttons.server';
import { onlyDispatchers } from '~/components/task-list/list-buttons.server';
import { listRefusal } from '~/components/task-list/movable-list';
import { assignTask, listCandidates } from '~/domain/scheduling/candidates/candidates.server';
import { ordinal, STATUS_LABELS } from '~/domain/tasks/model/task';
import { nameOf } from '~/domain/tasks/model/stops';
import { getDriver } from '~/domain/views/board/board.server';
import { getTask } from '~/domain/tasks/store/queries.server';
import { newFormKey } from '~/forms/answers.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner, EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Stack, VisuallyHidden } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { roads } from '~/words/en/roads';
import { durationLabel } from '~/domain/kernel/time';
import type { Candidate } from '~/domain/scheduling/candidates/schema';
import { Table } from '~/ui/table';
import { note } from '~/ui/table.css';
import { Time } from '~/ui/time';
import * as css from './candidates.css';
import { isHeld, isQueued } from '~/domain/tasks/model/statuses';

export const meta: MetaFunction = () => [{ title: 'Who should take this? · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listCandidates.spec.may);
  const taskId = pathIdOr404(params.taskId);
  return load(async () => {
    const [task, { note, driverId, candidates }] = await Promise.all([
      getTask({ actor, taskId }),
      listCandidates({ actor, taskId }),
    ]);
    const { location, address, status } = task;
    const closeTo = closeToOf(request);
    const { search, searchParams } = new URL(request.url);
    const back = new URLSearchParams({ back: searchParams.get('back') ?? '' });
    return {
      taskId,
      location,
      address,
      note,
      driverId,
      candidates,
      waits: isHeld({ status }) || isQueued({ status }) ? STATUS_LABELS[status] : null,
      closeTo: searchParams.has('task')
        ? withView(`/dispatcher/tasks/${String(taskId)}?${back}`, search)
        : closeTo,
      pinTo: withView(`/dispatcher/map-pin/${String(taskId)}`, search),
      formKey: newFormKey(),
    };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    {
      assignTask: button(
        assignTask,
        async ({ driverId, stop, stops }, { actor }) => ({
          redirectTo: closeToOf(args.request),
          toast: {
            title: `Assigned to ${nameOf(await getDriver(actor, driverId))}, ${ordinal(stop)} of ${String(stops)}`,
          },
        }),
        { undo: true },
      ),
    },
    { guard: onlyDispatchers },
  );

export const clientAction = keepDialogOnNetworkError('Failed to assign the task');

/**
 * Does not load again with every change of a list, because rows must not move under a finger. An outdated choice is
 * refused.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, currentUrl, nextUrl }) =>
  formMethod !== undefined || currentUrl.href !== nextUrl.href;

export default function Candidates() {
  const { location, address, note, waits, candidates, driverId, closeTo, pinTo, formKey } =
    useLoaderData<typeof loader>();
  const refusal = listRefusal(useAnswer<Answered>());
  return (
    <RouteDialog
      title="Who should take this?"
      description={address ? `${location} · ${address}` : location}
      closeTo={closeTo}
      size="large"
    >
      <Stack gap={3}>
        {refusal && (
          <Banner tone="error" title="Failed to assign the task.">
            {refusal}
          </Banner>
        )}
        {note && (
          <Banner title={note}>
            Drivers with the fewest stops come first.{' '}
            <LinkButton to={pinTo} preventScrollReset>
              Set location
            </LinkButton>
          </Banner>
        )}
        {waits && <p>Its status is {waits} now. Assigning makes it Pending.</p>}
        {candidates.length === 0 ? (
          <EmptyState>There are no drivers yet.</EmptyState>
        ) : (
          <CandidateRows candidates={candidates} driverId={driverId} formKey={formKey} />
        )}
      </Stack>
    </RouteDialog>
  );
}

/** Replaces only the dialog. The board behind it stays. */
export { TaskTrouble as ErrorBoundary };

type Props = {
  candidates: Candidate[];
  /** The id of the task's present driver. */
  driverId: number | null;
  /** The idempotency key of the forms. */
  formKey: string;
};

function CandidateRows({ candidates, ...form }: Props) {
  const hasFigures = candidates.some(({ added }) => added !== null);
  const sources = sourcesOf(candidates);
  const columns = hasFigures
    ? ['Driver', 'Adds', 'Place', 'Arrives', 'Then', 'Action']
    : ['Driver', 'Route', 'Action'];
  return (
    <>
      {sources.length > 0 && <p className={css.source}>{sources.join('. ')}</p>}
      <Table columns={columns} className={css.table}>
        {candidates.map((candidate, index) => (
          <tr key={candidate.driverId}>
            <td className={css.driver}>
              {candidate.name}
              {!candidate.onDuty && <OffDuty from={candidate.onDutyFrom} />}
            </td>
            {hasFigures ? (
              <Figures added={candidate.added} />
            ) : (
              <td className={css.rest}>{stopsText(candidate.openStops)}</td>
            )}
            <td className={css.act}>
              {candidate.current ? (
                <span className={note}>Has it now</span>
              ) : (
                <AssignForm candidate={candidate} isFirst={index === 0 && candidate.onDuty} {...form} />
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** The sources of the times. The most frequent source comes first, and the others name their drivers. */
function sourcesOf(candidates: Candidate[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, added } of candidates) {
    const label = added && roads.sources[added.roads];
    if (label) names.set(label, [...(names.get(label) ?? []), name]);
  }
  const [most, ...others] = [...names].sort(([, one], [, other]) => other.length - one.length);
  if (!most) return [];
  return [most[0], ...others.map(([label, whose]) => `${label}: ${whose.join(', ')}`)];
}

function OffDuty({ from }: { from: string | null }) {
  return (
    <span className={css.offDuty}>
      Off duty
      {from !== null && (
        <>
          {' '}
          until <Time iso={from} />
        </>
      )}
    </span>
  );
}

const stopsText = (count: number) => `${String(count)} ${count === 1 ? 'stop' : 'stops'}`;

function Figures({ added }: Pick<Candidate, 'added'>) {
  if (!added) return <td colSpan={4}>No arrival time</td>;
  const { minutes, stop, stops, expectedAt } = added;
  return (
    <>
      <td>+{durationLabel(minutes)}</td>
      <td>
        {ordinal(stop)} of {stops}
      </td>
      <td>
        <span className={css.word}>arrives </span>
        <Time iso={expectedAt} />
      </td>
      <td className={css.rest}>
        <Outcome {...added} />
      </td>
    </>
  );
}

/** More names would push the next driver out of sight. */
const MOST_NAMED = 3;

function Outcome({ late, makesLate }: NonNullable<Candidate['added']>) {
  const others = makesLate.slice(0, MOST_NAMED).map(delayText).join(', ');
  const rest = makesLate.slice(MOST_NAMED);
  const own = late === null ? '' : late ? 'late' : 'on time';
  if (!others && !late) return <span>{own || 'nothing late'}</span>;
  return (
    <>
      <span className={css.late}>{[own, others && `makes ${others}`].filter(Boolean).join(', ')}</span>
      {rest.length > 0 && (
        <details>
          <summary className={css.late}>and {rest.length} more</summary>
          <span className={css.late}>{rest.map(delayText).join(', ')}</span>
        </details>
      )}
    </>
  );
}

type Delay = NonNullable<Candidate['added']>['makesLate'][number];

const delayText = ({ location, invoice_number: invoice, lateBefore, lateAfter }: Delay) =>
  `${invoice ?? location} ${durationLabel(lateAfter)} late${lateBefore > 0 ? ` instead of ${durationLabel(lateBefore)}` : ''}`;

type FormProps = Omit<Props, 'candidates'> & { candidate: Candidate; isFirst: boolean };

function AssignForm({ candidate, driverId, formKey, isFirst }: FormProps) {
  const { formData } = useNavigation();
  const isPending = formData?.get('driver_id') === String(candidate.driverId);
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="_key" value={formKey} />
      <input type="hidden" name="driver_id" value={candidate.driverId} />
      <input type="hidden" name="expected_driver_id" value={driverId ?? ''} />
      {candidate.added && <input type="hidden" name="behind" value={candidate.added.behind ?? ''} />}
      <Button
        name="intent"
        value="assignTask"
        variant={isFirst ? 'primary' : 'secondary'}
        pending={isPending && 'Assigning...'}
      >
        Assign
        <VisuallyHidden> to {candidate.name}</VisuallyHidden>
      </Button>
    </Form>
  );
}
