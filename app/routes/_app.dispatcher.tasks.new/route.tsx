import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation, type ShouldRevalidateFunction } from '@remix-run/react';
import { parseInput } from '~/domain/parse-input.server';
import { createTask, driverForDealershipOf } from '~/domain/tasks/lifecycle/commands.server';
import { TaskForm as TaskFormSchema } from '~/domain/tasks/form/form';
import { STARTING_STATUSES } from '~/domain/tasks/lifecycle/transitions';
import { FORM_PRIORITIES, TYPE_LABELS } from '~/domain/tasks/task';
import { CreateTask } from '~/domain/tasks/schema';
import { disambiguateNames } from '~/domain/users/names';
import { listUsers } from '~/domain/users/queries.server';
import { env } from '~/env.server';
import { readForm } from '~/http/body.server';
import { intent, keptFields, newFormKey, submit } from '~/http/form.server';
import { requireRole } from '~/http/session.server';
import { settleChoices } from '~/domain/tasks/form/merge';
import { DialogTrouble } from '~/forms/dialog-trouble';
import { inPlace } from '~/forms/in-place';
import { answerFind, closeToOf } from '~/components/task-form/answer.server';
import { MatchList } from '~/components/task-form/matches';
import { withView } from '~/components/board/view';
import { sameInvoiceIn, SameInvoiceHint } from '~/components/task-form/same-invoice';
import { withSameInvoice } from '~/components/task-form/same-invoice.server';
import { TaskForm } from '~/components/task-form/task-form';
import { useFailureToast } from '~/forms/use-failure-toast';
import { inputOf, withDraft } from '~/components/task-form/values.server';
import { RouteDialog } from '~/ui/dialog';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Create New Task · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const { searchParams } = new URL(request.url);
  const [drivers, preassigned, draft] = await Promise.all([
    listUsers({ actor, input: { role: 'driver' } }),
    driverForDealershipOf(actor),
    keptFields(request, actor),
  ]);
  const values = {
    type: firstType(request),
    status: 'pending',
    priority: 'normal',
    driver_id: searchParams.get('assign') ?? (preassigned === null ? '' : String(preassigned)),
  };
  return {
    drivers: disambiguateNames(drivers).map(({ id, name, username }) => ({ id, name, username })),
    values: withDraft(values, draft),
    zone: env.BUSINESS_TIME_ZONE,
    formKey: newFormKey(),
    closeTo: closeToOf(request),
  };
}

const firstType = ({ url }: Request) => new URL(url).searchParams.get('type') ?? 'delivery';

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const typed = await readForm(request.clone());
  const found = await answerFind(actor, typed, firstType(request));
  if (found) return withSameInvoice(actor, typed, found);
  const create = async (form: TaskFormSchema, next: string) => {
    const { type, location } = await createTask({
      actor,
      input: parseInput(CreateTask, await inputOf(form)),
    });
    const toast = {
      title: 'Task created successfully',
      description: `${TYPE_LABELS[type]} · ${location}`,
    };
    return { redirectTo: next, toast };
  };
  const answer = await submit(request, actor, {
    save: intent(TaskFormSchema, (form) => create(form, closeToOf(request))),
    saveAndAdd: intent(TaskFormSchema, (form) => create(form, anotherLike(form, request))),
  });
  return withSameInvoice(actor, typed, answer);
}

/** The next of a series is of the same type and for the same driver. */
function anotherLike(form: TaskFormSchema, request: Request): string {
  const next = new URLSearchParams({
    type: form.type,
    assign: String(form.driver_id ?? ''),
    n: newFormKey(),
  });
  const back = new URL(request.url).searchParams.get('back');
  if (back) next.set('back', back);
  return withView(`/dispatcher/tasks/new?${next}`, new URL(request.url).search);
}

export const clientAction = inPlace('Failed to create task', settleChoices);

/** After a refusal too: who drives may be what has changed. Not when nobody answered. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) =>
  actionStatus < 400 || actionStatus === 422;

export default function NewTask() {
  const { drivers, values, zone, formKey, closeTo } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const { search } = useLocation();
  const matches = answer && 'matches' in answer ? answer.matches : null;
  useFailureToast(answer && 'problem' in answer ? answer.problem : null);
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
        closeTo={closeTo}
        intro={
          <>
            {matches && <MatchList matches={matches} />}
            <SameInvoiceHint found={sameInvoiceIn(answer) ?? null} />
          </>
        }
      />
    </RouteDialog>
  );
}

/** The board behind it stays as it is. */
export const ErrorBoundary = DialogTrouble;
