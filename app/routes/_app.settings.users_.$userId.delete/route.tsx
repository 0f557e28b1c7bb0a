import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { deleteUser } from '~/domain/administration/users/access.server';
import { countOpenTasks, getManagedUser } from '~/domain/network/users/queries.server';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';
import { SettingsTrouble, UserDialog } from '~/components/administration/dialogs';
import { backToUsers, loadUser } from '~/components/administration/user-pages.server';
import { tasksOf, usersPath } from '~/components/administration/admin-links';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Delete User · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  const openTasks = await load(() => countOpenTasks({ actor, userId: user.id }));
  return { id: user.id, username: user.username, person, openTasks };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    deleteUser: button(deleteUser, async (_, given) =>
      backToUsers(args, 'User deleted')(await getManagedUser(given)),
    ),
  });

export const clientAction = keepDialogOnNetworkError('Failed to delete user');

export default function DeleteUser() {
  const { id, username, person, openTasks } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const answer = useAnswer<Answered>();
  return (
    <UserDialog
      title="Delete User"
      answer={answer}
      intent="deleteUser"
      submit="Delete User"
      submitting="Deleting..."
      danger
    >
      <p>
        Are you sure you want to delete <strong>{person}</strong> ({username})?
      </p>
      <p>
        {openTasks > 0 && `${tasksOf(openTasks)} unassigned. `}
        They are signed out everywhere, and their API tokens stop working. The history keeps their name. You
        can restore the user later, but not the tokens.
      </p>
      <p>
        <Link to={usersPath(search, `/${String(id)}/anonymize`)} preventScrollReset>
          Remove personal data as well
        </Link>
      </p>
    </UserDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
