import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLocation } from '@remix-run/react';
import { tasksOf, usersPath } from '~/components/administration/admin-links';
import { UserTrouble } from '~/components/administration/dialogs';
import { backToUsers, loadUser } from '~/components/administration/user-pages.server';
import { deleteUser } from '~/domain/administration/users/access.server';
import { getManagedUser } from '~/domain/network/users/queries.server';
import { countOpenTasks } from '~/domain/tasks/store/counts-of.server';
import { confirm } from '~/forms/confirm';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';

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

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Delete User',
  text: ({ person, username, openTasks }) => [
    <>
      Are you sure you want to delete <strong>{person}</strong> ({username})?
    </>,
    <>
      {openTasks > 0 && `${tasksOf(openTasks)} unassigned. `}
      They are logged out everywhere, and their API tokens stop working. The history keeps their name. You can
      restore the user later, but not the tokens.
    </>,
  ],
  below: ({ id }) => <RemoveDataToo id={id} />,
  intent: 'deleteUser',
  pending: 'Deleting...',
  back: (_, search) => usersPath(search),
  failure: 'Failed to delete user',
  hasToast: true,
  size: 'form',
});

function RemoveDataToo({ id }: { id: number }) {
  return (
    <p>
      <Link to={usersPath(useLocation().search, `/${String(id)}/anonymize`)} preventScrollReset>
        Remove personal data as well
      </Link>
    </p>
  );
}

export { ConfirmDialog as default, meta, clientAction, UserTrouble as ErrorBoundary };
