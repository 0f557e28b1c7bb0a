import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { createTask, driverForDealershipOf } from '~/domain/tasks/commands.server';
import { TaskForm as TaskFormSchema } from '~/domain/tasks/form';
import { FORM_PRIORITIES, STARTING_STATUSES } from '~/domain/tasks/task';
import { CreateTask } from '~/domain/tasks/schema';
import { listUsers } from '~/domain/users/queries.server';
import { env } from '~/env.server';
import { intent, keptFields, newFormKey, submit } from '~/http/form.server';
import { requireRole } from '~/http/session.server';
import { answerFind, closeToOf, inputOf, withDraft } from '~/parts/task-form/answer.server';
import { MatchList } from '~/parts/task-form/matches';
import { TaskForm } from '~/parts/task-form/task-form';
import { RouteDialog } from '~/ui/dialog';

export const meta: MetaFunction = () => [{ title: 'Create New Task · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const { searchParams } = new URL(request.url);
  const [drivers, preassigned, draft] = await Promise.all([
    listUsers(actor, { role: 'driver' }),
    driverForDealershipOf(actor),
    keptFields(request, actor),
  ]);
  const values = {
    type: searchParams.get('type') ?? 'delivery',
    status: 'pending',
    priority: 'normal',
    driver_id: searchParams.get('driver') ?? (preassigned === null ? '' : String(preassigned)),
  };
  return {
    drivers: drivers.map(({ id, name, username }) => ({ id, name, username })),
    values: withDraft(values, draft),
    zone: env.BUSINESS_TIME_ZONE,
    formKey: newFormKey(),
    closeTo: closeToOf(request),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const found = await answerFind(actor, request);
  if (found) return found;
  const create = async (form: TaskFormSchema, next: string) => {
    await createTask(actor, CreateTask.parse(await inputOf(form)));
    return { redirectTo: next, toast: { title: 'Task created successfully' } };
  };
  const again = (form: TaskFormSchema) =>
    `/dispatcher/tasks/new?${new URLSearchParams({ type: form.type, driver: String(form.driver_id ?? ''), n: newFormKey() })}`;
  return submit(request, actor, {
    save: intent(TaskFormSchema, (form) => create(form, closeToOf(request))),
    saveAndAdd: intent(TaskFormSchema, (form) => create(form, again(form))),
  });
}

export default function NewTask() {
  const { drivers, values, zone, formKey, closeTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const matches = answer && 'matches' in answer ? answer.matches : null;
  const destinationName = answer && 'destinationName' in answer ? answer.destinationName : null;
  return (
    <RouteDialog title="Create New Task" closeTo={closeTo}>
      <TaskForm
        key={search}
        mode="create"
        values={values}
        lastResult={answer?.lastResult}
        statuses={[...STARTING_STATUSES]}
        priorities={[...FORM_PRIORITIES]}
        drivers={drivers}
        zone={zone}
        formKey={formKey}
        destinationName={destinationName ?? ''}
        closeTo={closeTo}
        intro={matches && <MatchList matches={matches} />}
      />
    </RouteDialog>
  );
}
