import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { deleteAccount } from '~/domain/network/accounts/commands.server';
import { countTasksOf, type TasksOf } from '~/domain/tasks/store/counts-of.server';
import { getAccount } from '~/domain/network/accounts/queries.server';
import { confirm } from '~/forms/confirm';
import { button, submit } from '~/forms/submit.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { accountsPath, AccountTrouble } from '~/components/accounts/accounts-links';

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
    staying(tasks),
    tasks.there > 0 && atItsAddresses(tasks),
  ],
  intent: 'delete',
  pending: 'Deleting...',
  back: (_, search) => accountsPath(search),
  failure: 'Failed to delete account',
  hasToast: true,
});

/** Says how many tasks have the account as destination. They keep its name. */
function staying({ open, completed, archived }: TasksOf): string | false {
  const parts = Object.entries({ open, completed, archived }).filter(([, count]) => count > 0);
  const counts = new Intl.ListFormat('en-US').format(
    parts.map(([kind, count]) => `${String(count)} ${kind}`),
  );
  const all = open + completed + archived;
  if (all === 0) return false;
  return all === 1
    ? `It is the destination of ${counts} task, which will still show its name.`
    : `It is the destination of ${counts} tasks, which will still show its name.`;
}

/** Says how many open tasks go to its addresses. They do not change, because they store their own address. */
const atItsAddresses = ({ there }: TasksOf) =>
  there === 1
    ? '1 open task goes to its addresses and will not change.'
    : `${String(there)} open tasks go to its addresses and will not change.`;

export { ConfirmDialog as default, meta, clientAction, AccountTrouble as ErrorBoundary };
