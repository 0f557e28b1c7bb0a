import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import type { Actor } from '~/domain/actor';
import { asDomainError } from '~/domain/faults.server';
import { nameOf } from '~/domain/tasks/board';
import { getTaskCard } from '~/domain/tasks/cards.server';
import { updateTask } from '~/domain/tasks/commands.server';
import { TaskForm as TaskFormSchema } from '~/domain/tasks/form';
import { getTask, listActivity, type Activity } from '~/domain/tasks/queries.server';
import { FORM_PRIORITIES, PRIORITIES, type Task } from '~/domain/tasks/task';
import { UpdateTask } from '~/domain/tasks/schema';
import { choosableFrom } from '~/domain/tasks/transitions';
import { undoable } from '~/domain/tasks/undo.server';
import { listUsers } from '~/domain/users/queries.server';
import { env } from '~/env.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { intent, keptFields, newFormKey, submit } from '~/http/form.server';
import { requireRole } from '~/http/session.server';
import { withView } from '~/parts/board/view';
import { undoOffer } from '~/parts/board/undo-offer.server';
import { ActivityList } from '~/parts/task-form/activity';
import {
  answerFind,
  closeToOf,
  inputOf,
  keepTyped,
  valuesOf,
  withDraft,
} from '~/parts/task-form/answer.server';
import { ChangedMeanwhile } from '~/parts/task-form/changed-meanwhile';
import { MatchList } from '~/parts/task-form/matches';
import { TaskForm } from '~/parts/task-form/task-form';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Time } from '~/ui/time';
import { useToast, type ToastMessage } from '~/ui/toast';

export const meta: MetaFunction = () => [{ title: 'Edit Task · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const task = await load(() => getTaskCard(actor, pathIdOr404(params.taskId)));
  if (task.archived) {
    throw redirect(withView(`/dispatcher/archived/${String(task.id)}`, new URL(request.url).search));
  }
  const [drivers, activity, draft] = await Promise.all([
    listUsers(actor, { role: 'driver' }),
    listActivity(actor, task.id),
    keptFields(request, actor),
  ]);
  return {
    task,
    activity,
    drivers: drivers.map(({ id, name, username }) => ({ id, name, username })),
    values: withDraft(valuesOf(task), draft),
    zone: env.BUSINESS_TIME_ZONE,
    formKey: newFormKey(),
    closeTo: closeToOf(request),
  };
}

const REQUESTED = 'Re-geolocate requested - coordinates will be updated when address is processed';

/** Looks the address up again; everything else that is typed in the form stays as it is. */
async function geolocate(actor: Actor, taskId: number, form: FormData) {
  try {
    const input = UpdateTask.parse({ address: form.get('address') ?? '', latitude: null, longitude: null });
    const { latitude, version } = await updateTask(actor, taskId, input);
    const title = latitude === null ? REQUESTED : 'Task location has been successfully re-geolocated';
    return data({ lastResult: keepTyped(form), said: { title, tone: 'default' as const }, version });
  } catch (error) {
    const known = asDomainError(error);
    if (!known) throw error;
    const said = {
      title: 'Error',
      description: known.message || 'Failed to re-geolocate task',
      tone: 'destructive' as const,
    };
    return data({ lastResult: keepTyped(form), said, version: undefined }, { status: 422 });
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const taskId = pathIdOr404(params.taskId);
  const found = await answerFind(actor, request);
  if (found) return found;
  const form = await request.clone().formData();
  if (form.get('intent') === 'geolocate') return geolocate(actor, taskId, form);
  return submit(request, actor, {
    save: intent(TaskFormSchema, async (form) => {
      const input = UpdateTask.parse(await inputOf(form, await getTask(actor, taskId)));
      const save = () => updateTask(actor, taskId, input, { expectedVersion: form.version });
      const { undoId } = await undoable(actor, save);
      const toast = { title: 'Task updated successfully', ...undoOffer(undoId) };
      return { redirectTo: closeToOf(request), toast };
    }),
  });
}

export default function EditTask() {
  const { task, activity, drivers, values, zone, formKey, closeTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { formData } = useNavigation();
  const problem = answer && 'problem' in answer ? answer.problem : null;
  const matches = answer && 'matches' in answer ? answer.matches : null;
  const destinationName = answer && 'destinationName' in answer ? answer.destinationName : null;
  const said = answer && 'said' in answer ? answer.said : null;
  useSaid(said);
  const current = problem?.current as Task | undefined;
  const changes = problem?.changes as Activity[] | undefined;
  const knownVersion = current?.version ?? (answer && 'version' in answer ? answer.version : undefined);
  const linked = task.linked_task_id !== null;
  const isLocked = task.status === 'linked';
  const noAddress = (values.address ?? '').trim() === '';
  const author = task.creator ? nameOf(task.creator) : 'a former user';
  return (
    <RouteDialog
      title="Edit Task"
      description={
        <>
          Created By {author} · <Time iso={task.created_at} />
          {task.linkedTask && ` · Linked to: ${task.linkedTask.type} task at ${task.linkedTask.location}`}
        </>
      }
      closeTo={closeTo}
    >
      <TaskForm
        key={task.id}
        mode="edit"
        values={values}
        lastResult={answer?.lastResult}
        statuses={isLocked ? [] : choosableFrom(task.status)}
        priorities={task.priority === 'high' ? [...PRIORITIES] : [...FORM_PRIORITIES]}
        drivers={drivers}
        zone={zone}
        formKey={formKey}
        version={task.version}
        knownVersion={knownVersion}
        linked={linked}
        destinationName={destinationName ?? task.destinationAccount ?? ''}
        closeTo={closeTo}
        intro={
          <>
            {said && <Banner tone={said.tone === 'destructive' ? 'error' : 'success'}>{said.title}</Banner>}
            {changes && <ChangedMeanwhile changes={changes} />}
            {matches && <MatchList matches={matches} />}
          </>
        }
        more={<ActivityList activity={activity} />}
        actions={
          <>
            <LinkButton
              to={`/dispatcher/tasks/${String(task.id)}/delete`}
              variant="danger"
              preventScrollReset
            >
              Delete Task
            </LinkButton>
            <Button
              name="intent"
              value="geolocate"
              formNoValidate
              disabled={noAddress}
              title={noAddress ? 'Address is required to re-geolocate' : undefined}
              pending={formData?.get('intent') === 'geolocate' && 'Locating...'}
            >
              Re-geolocate
            </Button>
          </>
        }
      />
    </RouteDialog>
  );
}

/** Says the outcome of an action that stays on the page. */
function useSaid(said: Omit<ToastMessage, 'id'> | null): void {
  const show = useToast();
  useEffect(() => {
    if (said) show(said);
  }, [said, show]);
}
