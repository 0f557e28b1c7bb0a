import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData, useNavigation, type ShouldRevalidateFunction } from '@remix-run/react';
import { useEffect } from 'react';
import { arrivalAt } from '~/domain/scheduling/arrivals/arrivals.server';
import { titleOf } from '~/domain/tasks/model/title.server';
import { placeNoteOf } from '~/domain/geography/address';
import { FORM_PRIORITIES, type Photo, PRIORITIES, type Task } from '~/domain/tasks/model/task';
import { nameOf } from '~/domain/tasks/model/stops';
import { getTaskCard } from '~/domain/views/board/cards.server';
import { findLinked, listActivity, namesOf } from '~/domain/tasks/store/queries.server';
import { describeActivity } from '~/domain/tasks/activity/describe.server';
import { listPhotos } from '~/domain/tasks/evidence/photos.server';
import { findSameInvoice } from '~/domain/views/task-form/same-invoice.server';
import { choosableFrom } from '~/domain/tasks/model/transitions';
import { disambiguateNames, listRouteOwners } from '~/domain/network/users/queries.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { draftValues, restoredFields, newFormKey } from '~/forms/answers.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { useViewLink, withView } from '~/components/board/board-links';
import { invalid } from '~/domain/kernel/errors';
import { settleChoices } from '~/domain/kernel/form-merge';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import { boxesOf, composeChange, runValueOf, mergeTask } from '~/domain/views/task-form/compose.server';
import { formProblems } from '~/domain/tasks/model/problems';
import { nextRunsOf, runsToJoin } from '~/domain/views/runs/run.server';
import { mayJoin } from '~/domain/tasks/runs/join.server';
import { updateTask } from '~/domain/tasks/lifecycle/commands.server';
import { button, submit } from '~/forms/submit.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { lastHappened } from '~/domain/tasks/activity/last-happened';
import { PhotoStrip } from '~/components/photos/photo-strip';
import { ActivityList } from '~/components/task-form/activity';
import {
  addressesAt,
  closeToOf,
  findButtons,
  sameInvoiceExtra,
  type Shown,
  settleButton,
} from '~/components/task-form/buttons.server';
import { ConflictChoices } from '~/forms/conflict-choices';
import { MatchList } from '~/components/task-form/account-combobox';
import { GeolocateButton } from '~/components/task-form/form-parts';
import {
  ArrivalLine,
  CreatedBy,
  LinkedNote,
  DeletedTask,
  OrderNumber,
} from '~/components/task-form/stored-task';
import { showsPhotos, TaskTop } from '~/components/task-form/task-top';
import { listButtons } from '~/components/task-list/list-buttons.server';
import { sameInvoiceIn, SameInvoiceHint } from '~/components/task-form/same-invoice';
import { TaskForm } from '~/components/task-form/task-form';
import { useFailureToast } from '~/forms/use-failure-toast';
import { Banner } from '~/ui/banner';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { useToast } from '~/ui/toast';
import type { ToastMessage } from '~/ui/toast-view';
import { useAnswer } from '~/ui/use-answer';
import { untranslated } from '~/domain/kernel/sentence';
import { isLinked } from '~/domain/tasks/model/statuses';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? 'Task'} · Parts Dispatch` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'editAnyTask');
  const task = await load(() => getTaskCard(actor, pathIdOr404(params.taskId)));
  if (task.archived) {
    throw redirect(withView(`/dispatcher/archived/${String(task.id)}`, new URL(request.url).search));
  }
  const transferTo = task.transfer_destination_location ?? '';
  const [drivers, names, events, linked, location, transfer, draft, photos, arrival] = await Promise.all([
    listRouteOwners({ actor }),
    namesOf(actor, [task.driver_id, task.transfer_to_driver_id], []),
    listActivity(actor, task.id),
    findLinked(actor, task),
    addressesAt(actor, task.location, task.address),
    addressesAt(actor, transferTo, task.transfer_destination_address ?? ''),
    restoredFields(request, actor),
    listPhotos({ actor, taskId: task.id }),
    arrivalAt(actor, task),
  ]);
  const activity = await describeActivity(actor, events);
  const driver = names.person(task.driver_id);
  const phone = drivers.find(({ id }) => id === task.driver_id)?.phone;
  return {
    title: titleOf(task),
    task,
    next: await load(() => nextRunsOf(actor, [task])),
    runs: mayJoin(task.type, task.status) ? await load(() => runsToJoin(actor, task.dealership)) : null,
    last: lastHappened(task, events, activity, driver),
    driver: driver && phone ? { name: driver, phone } : null,
    arrival: arrival && { ...arrival, driver: driver ?? '' },
    photos,
    sameInvoice: await findSameInvoice(
      actor,
      { invoice: task.invoice_number, location: task.location, address: task.address },
      task.id,
    ),
    activity,
    drivers: disambiguateNames(drivers).map(({ id, name, username }) => ({ id, name, username })),
    former: { driver, transferTo: names.person(task.transfer_to_driver_id) },
    linked,
    known: { location, transfer },
    values: {
      ...boxesOf(task),
      run_id: runValueOf(task),
      destination_name: task.destinationAccount ?? '',
      ...draftValues(draft),
    },
    zone: businessZone(),
    formKey: newFormKey(),
    closeTo: closeToOf(request),
  };
}

export const action = (args: ActionFunctionArgs) => {
  const { planAgain, becomeStatus, moveToRun } = listButtons(args);
  const merge = { merge: FORM_FIELDS, merging: mergeTask };
  const saved = () => ({
    redirectTo: closeToOf(args.request),
    toast: { title: 'Task updated successfully' },
  });
  const buttons = {
    save: button(updateTask, saved, { ...merge, check: formProblems, compose: composeChange, undo: true }),
    // Other typed input in the form stays.
    geolocate: button(updateTask, located, { ...merge, compose: lookUp, stays: true }),
    planAgain,
    becomeStatus,
    moveToRun,
    ...settleButton(args.request),
    ...findButtons(),
  };
  const guard = (request: Request) => requirePage(request, 'editAnyTask');
  return submit(args, buttons, { guard, extra: sameInvoiceExtra(args.params.taskId) });
};

function lookUp({ address }: Record<string, unknown>) {
  if (typeof address !== 'string' || address.trim() === '')
    throw invalid(untranslated('addressNeeded', 'Address is required to re-geolocate'));
  return { address, latitude: null, longitude: null };
}

const REQUESTED = 'Re-geolocate requested - coordinates will be updated when address is processed';
const LOCATED = 'Task location has been successfully re-geolocated';

function located({ latitude, version }: Task): { values: Record<string, string>; shown: Shown } {
  const title = latitude === null ? REQUESTED : LOCATED;
  return {
    values: { version: String(version) },
    shown: { said: { title, tone: 'default' }, version },
  };
}

const NOTHING_SHOWN: Shown = {};

export const clientAction = keepDialogOnNetworkError(
  (intent) => (intent === 'geolocate' ? 'Failed to re-geolocate task' : 'Failed to update task'),
  (form) => {
    settleChoices(form, Object.values(FORM_FIELDS));
  },
);

/** Loads again even after a refusal, because the task or its drivers may have changed, but not without an answer. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) =>
  actionStatus < 400 || actionStatus === 409 || actionStatus === 422;

export default function EditTask() {
  const {
    title,
    task,
    next,
    runs,
    last,
    driver,
    arrival,
    photos,
    sameInvoice,
    activity,
    drivers,
    former,
    linked,
    known,
    values,
    zone,
    formKey,
    closeTo,
  } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const { formData } = useNavigation();
  const { matches, said = null, version } = answer && 'shown' in answer ? answer.shown : NOTHING_SHOWN;
  const conflict = answer && 'conflict' in answer ? answer.conflict : null;
  // The buttons above the form are a separate form, so their refusal does not concern the fields.
  const isOfTop = answer && 'intent' in answer && answer.intent !== 'save' && answer.intent !== 'geolocate';
  const saidSame = sameInvoiceIn(answer);
  useSaid(said);
  useFailureToast(answer && 'problem' in answer ? answer.problem : null);
  const isLocked = isLinked(task);
  const isDelivery = task.linked_task_id !== null;
  const viewLink = useViewLink();
  const taskPath = `/dispatcher/tasks/${String(task.id)}`;
  const removeTo = ({ id }: Photo) => viewLink(`${taskPath}/photos/${String(id)}`);
  return (
    <RouteDialog title="Edit Task" description={title} closeTo={closeTo}>
      <TaskTop
        task={task}
        last={last}
        driver={driver}
        photos={photos}
        removeTo={removeTo}
        formKey={formKey}
        next={next}
      />
      <TaskForm
        // After a conflict, a new form starts with the merged values.
        key={`${String(task.id)}-${String(conflict?.version ?? '')}`}
        mode="edit"
        values={values}
        lastResult={isOfTop ? undefined : answer?.lastResult}
        statuses={isLocked ? [] : choosableFrom(task.status)}
        priorities={task.priority === 'high' ? [...PRIORITIES] : [...FORM_PRIORITIES]}
        drivers={drivers}
        runs={runs}
        run={task.run_id !== null && task.run ? { ...task.run, id: task.run_id } : null}
        former={former}
        known={known}
        placeNote={placeNoteOf(task.geo_precision)}
        zone={zone}
        formKey={formKey}
        version={task.version}
        knownVersion={version}
        linked={isDelivery ? (isLocked ? 'locked' : 'unlocked') : undefined}
        closeTo={closeTo}
        intro={
          <>
            {said && <Banner tone="success" title={said.title} />}
            {conflict && <ConflictChoices conflict={conflict} />}
            {matches && <MatchList matches={matches} />}
            <SameInvoiceHint found={saidSame === undefined ? sameInvoice : saidSame} except={task.id} />
            {linked && <LinkedNote linked={linked} isDelivery={isDelivery} />}
            {arrival && <ArrivalLine arrival={arrival} />}
          </>
        }
        aside={
          <Stack gap={2}>
            {task.external_ref !== null && <OrderNumber number={task.external_ref} />}
            <CreatedBy name={task.creator ? nameOf(task.creator) : 'a former user'} at={task.created_at} />
          </Stack>
        }
        more={
          <>
            <Inline>
              <LinkButton to={viewLink(`${taskPath}/links`)} preventScrollReset>
                Customer Links
              </LinkButton>
            </Inline>
            {!showsPhotos(task) && <PhotoStrip photos={photos} removeTo={removeTo} />}
            <ActivityList activity={activity} />
          </>
        }
        // While the task is linked, its transfer decides its location and its existence.
        afterAddress={({ address }) =>
          !isLocked && (
            <GeolocateButton address={address} isPending={formData?.get('intent') === 'geolocate'} />
          )
        }
        actions={
          !isLocked && (
            <LinkButton to={viewLink(`${taskPath}/delete`)} variant="quiet" preventScrollReset>
              Delete Task
            </LinkButton>
          )
        }
      />
    </RouteDialog>
  );
}

/** Replaces only the dialog. The board behind it stays. */
export const ErrorBoundary = DeletedTask;

/** Shows the result of an action that stays on the page. */
function useSaid(said: Omit<ToastMessage, 'id'> | null): void {
  const show = useToast();
  useEffect(() => {
    if (said) show(said);
  }, [said, show]);
}
