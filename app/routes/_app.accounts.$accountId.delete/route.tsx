import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useLocation, useNavigation } from '@remix-run/react';
import { countTasksOf, deleteAccount, type TasksOf } from '~/domain/accounts/commands.server';
import { getAccount } from '~/domain/accounts/queries.server';
import { Nothing } from '~/domain/tasks/form-inputs.server';
import { intent, submit } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { AccountTrouble } from '~/parts/accounts/account-trouble';
import { accountsPath } from '~/parts/accounts/view';
import { inPlace } from '~/parts/offline/in-place';
import { useFailureToast } from '~/parts/task-form/use-failure-toast';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Delete Account · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  return load(async () => {
    const { id, name } = await getAccount(actor, pathIdOr404(params.accountId));
    return { name, tasks: await countTasksOf(actor, id) };
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const accountId = pathIdOr404(params.accountId);
  return submit(request, actor, {
    delete: intent(Nothing, async () => {
      await deleteAccount(actor, accountId);
      return { redirectTo: accountsPath(new URL(request.url).search), toast: { title: 'Account deleted' } };
    }),
  });
}

export const clientAction = inPlace('Failed to delete account');

export default function DeleteAccount() {
  const { name, tasks } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const pending = useNavigation().state === 'submitting';
  const closeTo = accountsPath(useLocation().search);
  useFailureToast(answer?.problem ?? null);
  return (
    <RouteDialog title="Delete Account" closeTo={closeTo} size="small">
      <Form method="post" preventScrollReset>
        <Stack gap={4}>
          {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
          <p>Are you sure you want to delete &quot;{name}&quot;? This action cannot be undone.</p>
          {tasks.open + tasks.archived > 0 && <p>{whatStays(tasks)}</p>}
          {tasks.there > 0 && <p>{whatIsThere(tasks)}</p>}
          <CancelOr cancelTo={closeTo} variant="danger" value="delete" pending={pending && 'Deleting...'}>
            Delete Account
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

/** Tasks that go there keep its name. */
function whatStays({ open, archived }: TasksOf): string {
  const parts = [open > 0 && `${String(open)} open`, archived > 0 && `${String(archived)} archived`];
  const count = parts.filter(Boolean).join(' and ');
  return open + archived === 1
    ? `It is the destination of ${count} task, which keeps its name.`
    : `It is the destination of ${count} tasks, which keep its name.`;
}

/** They say for themselves where they are. */
const whatIsThere = ({ there }: TasksOf) =>
  there === 1
    ? '1 open task is at its addresses, and stays as it is.'
    : `${String(there)} open tasks are at its addresses, and stay as they are.`;

export const ErrorBoundary = AccountTrouble;
