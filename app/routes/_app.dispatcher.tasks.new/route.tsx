import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation, type ShouldRevalidateFunction } from '@remix-run/react';
import type { Actor } from '~/domain/kernel/actor';
import { getTaskCard } from '~/domain/views/board/cards.server';
import { boxesOfCopy, composeNew } from '~/domain/views/task-form/compose.server';
import { formProblems } from '~/domain/tasks/model/problems';
import { runsToJoin } from '~/domain/views/runs/run.server';
import { createTask } from '~/domain/tasks/lifecycle/commands.server';
import { driverForDealershipOf } from '~/domain/tasks/lifecycle/create-defaults.server';
import { STARTING_STATUSES } from '~/domain/tasks/model/transitions';
import type { CreateTask } from '~/domain/tasks/model/schema';
import { FORM_PRIORITIES, PRIORITIES, type Task, TYPE_LABELS } from '~/domain/tasks/model/task';
import { disambiguateNames, listRouteOwners } from '~/domain/network/users/queries.server';
import { asDomainError } from '~/domain/kernel/faults.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { draftValues, restoredFields, newFormKey } from '~/forms/answers.server';
import { requirePage } from '~/http/session.server';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { addressesAt, closeToOf, findButtons, sameInvoiceExtra } from '~/components/task-form/buttons.server';
import { MatchList } from '~/components/task-form/account-combobox';
import { withView } from '~/components/board/board-links';
import { sameInvoiceIn, SameInvoiceHint } from '~/components/task-form/same-invoice';
import { TaskForm } from '~/components/task-form/task-form';
import { useFailureToast } from '~/forms/use-failure-toast';
import { Banner } from '~/ui/banner';
import { RouteDialog } from '~/ui/dialog';
import { useAnswer } from '~/ui/use-answer';
import { readId } from '~/domain/kernel/ids';
import { STATUS } from '~/domain/tasks/model/statuses';

export const meta: MetaFunction = () => [{ title: 'Create New Task · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, createTask.spec.may);
  const { searchParams } = new URL(request.url);
  const [users, preassigned, draft, copy, runs] = await Promise.all([
    listRouteOwners({ actor }),
    driverForDealershipOf(actor),
    restoredFields(request, actor),
    copyFor(actor, request),
    runsToJoin(actor),
  ]);
  const drivers = disambiguateNames(users).map(({ id, name, username }) => ({ id, name, username }));
  const values: Record<string, string> = {
    type: firstType(request),
    status: STATUS.pending,
    priority: 'normal',
    ...copy?.values,
    driver_id:
      searchParams.get('assign') ??
      (copy ? presentDriver(drivers, copy.values.driver_id) : runs ? '' : String(preassigned ?? '')),
  };
  return {
    drivers,
    runs,
    values: { ...values, ...draftValues(draft) },
    copied: copy && { copyOf: copy.id, known: copy.known },
    isGone: isCopy(request) && !copy,
    zone: businessZone(),
    formKey: newFormKey(),
    closeTo: closeToOf(request),
  };
}

/** The task that `copy` names, as the form's first values; null if it does not exist. */
async function copyFor(actor: Actor, request: Request) {
  const id = readId(new URL(request.url).searchParams.get('copy'));
  if (id === null) return null;
  try {
    const task = await getTaskCard(actor, id);
    const [location, transfer] = await Promise.all([
      addressesAt(actor, task.location, task.address),
      addressesAt(actor, task.transfer_destination_location ?? '', task.transfer_destination_address ?? ''),
    ]);
    const values: Record<string, string> = {
      ...boxesOfCopy(task),
      destination_name: task.destinationAccount ?? '',
    };
    return { id, values, known: { location, transfer } };
  } catch (error) {
    if (asDomainError(error)?.kind === 'not_found') return null;
    throw error;
  }
}

/** Leaves out the copied task's driver if that person is no longer a driver. */
const presentDriver = (drivers: { id: number }[], driverId = '') =>
  drivers.some(({ id }) => String(id) === driverId) ? driverId : '';

const isCopy = ({ url }: Request) => new URL(url).searchParams.has('copy');
const firstType = ({ url }: Request) => new URL(url).searchParams.get('type') ?? 'delivery';

export const action = (args: ActionFunctionArgs) => {
  const create = (next: (input: CreateTask) => string) =>
    button(
      createTask,
      (task, { input }) => ({ redirectTo: next(input), toast: created(task, args.request) }),
      { check: formProblems, compose: composeNew },
    );
  const buttons = {
    save: create(() => closeToOf(args.request)),
    saveAndAdd: create((input) => anotherLike(input, args.request)),
    // A copied task already has a chosen type.
    ...findButtons(isCopy(args.request) ? undefined : firstType(args.request)),
  };
  return submit(args, buttons, { extra: sameInvoiceExtra() });
};

/** If the map can't show the task, the message stays until someone has read it. */
function created(task: Task, { url }: Request) {
  const missing = missingAddress(task);
  const description = `${TYPE_LABELS[task.type]} · ${task.location}`;
  return {
    title: 'Task created successfully',
    description: missing ? `${description}\n${missing}` : description,
    ...(missing && {
      stays: true,
      link: {
        label: 'Open the task',
        to: withView(`/dispatcher/tasks/${String(task.id)}`, new URL(url).search),
      },
    }),
  };
}

function missingAddress({ type, address, transfer_destination_address: destination }: Task): string | null {
  if (address === '') return 'Not on the map: no address';
  return type === 'transfer' && !destination ? 'Not on the map: no address of the delivery location' : null;
}

/** The next task in a series has the same type and driver. */
function anotherLike({ type, driver_id }: CreateTask, request: Request): string {
  const next = new URLSearchParams({ type, assign: String(driver_id ?? ''), n: newFormKey() });
  const back = new URL(request.url).searchParams.get('back');
  if (back) next.set('back', back);
  return withView(`/dispatcher/tasks/new?${next}`, new URL(request.url).search);
}

export const clientAction = keepDialogOnNetworkError('Failed to create task');

/** Loads again even after a refusal, because the drivers may have changed, but not without an answer. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) =>
  actionStatus < 400 || actionStatus === 422;

export default function NewTask() {
  const { drivers, runs, values, copied, isGone, zone, formKey, closeTo } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const { search } = useLocation();
  const matches = answer && 'shown' in answer ? answer.shown.matches : null;
  useFailureToast(answer && 'problem' in answer ? answer.problem : null);
  return (
    <RouteDialog title="Create New Task" closeTo={closeTo}>
      <TaskForm
        key={search}
        mode="create"
        values={values}
        lastResult={answer?.lastResult}
        statuses={[...STARTING_STATUSES]}
        // The form offers High only for a task that already has it.
        priorities={values.priority === 'high' ? [...PRIORITIES] : [...FORM_PRIORITIES]}
        drivers={drivers}
        runs={runs}
        zone={zone}
        formKey={formKey}
        closeTo={closeTo}
        {...copied}
        intro={
          <>
            {isGone && <Banner title="The task to copy no longer exists.">This form starts empty.</Banner>}
            {matches && <MatchList matches={matches} />}
            <SameInvoiceHint found={sameInvoiceIn(answer) ?? null} />
          </>
        }
      />
    </RouteDialog>
  );
}

/** Replaces only the dialog. The board behind it stays. */
export const ErrorBoundary = DialogTrouble;
