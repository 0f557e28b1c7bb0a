import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { countTasksOf, deleteAccount, type TasksOf } from '~/domain/accounts/commands.server';
import { getAccount } from '~/domain/accounts/queries.server';
import { confirm } from '~/forms/confirm';
import { button, submit } from '~/forms/submit.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { accountsPath, AccountTrouble } from '~/components/accounts/view';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, deleteAccount.spec.may);
  return load(async () => {
    const { id, name } = await getAccount({ actor, accountId: pathIdOr404(params.accountId) });
    return { name, tasks: await countTasksOf(actor, id) };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    delete: button(deleteAccount, () => ({
      redirectTo: accountsPath(new URL(args.request.url).search),
      toast: { title: 'Account deleted' },
    })),
  });

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Delete Account',
  text: ({ name, tasks }) => [
    `Are you sure you want to delete "${name}"? This action cannot be undone.`,
    tasks.open + tasks.archived > 0 && staying(tasks),
    tasks.there > 0 && atItsAddresses(tasks),
  ],
  intent: 'delete',
  pending: 'Deleting...',
  back: (_, search) => accountsPath(search),
  failure: 'Failed to delete account',
  hasToast: true,
});

/** Tasks that go there keep its name. */
function staying({ open, archived }: TasksOf): string {
  const parts = [open > 0 && `${String(open)} open`, archived > 0 && `${String(archived)} archived`];
  const count = parts.filter(Boolean).join(' and ');
  return open + archived === 1
    ? `It is the destination of ${count} task, which will still show its name.`
    : `It is the destination of ${count} tasks, which will still show its name.`;
}

/** They have addresses of their own. */
const atItsAddresses = ({ there }: TasksOf) =>
  there === 1
    ? '1 open task goes to its addresses and will not change.'
    : `${String(there)} open tasks go to its addresses and will not change.`;

export { ConfirmDialog as default, meta, clientAction, AccountTrouble as ErrorBoundary };
