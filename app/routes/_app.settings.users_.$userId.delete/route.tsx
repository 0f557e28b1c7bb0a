import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation, type ClientActionFunctionArgs } from '@remix-run/react';
import { Nothing } from '~/domain/tasks/form-inputs.server';
import { deleteUser } from '~/domain/users/access.server';
import { countOpenTasks } from '~/domain/users/managed.server';
import { intent, submit } from '~/http/form.server';
import { load } from '~/http/page.server';
import { loadUser } from '~/parts/administration/load-user.server';
import { SettingsTrouble } from '~/parts/administration/settings-trouble';
import { tasksOf } from '~/parts/administration/tasks-of';
import { UserDialog } from '~/parts/administration/user-dialog';
import { usersPath } from '~/parts/administration/view';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Delete User · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  const openTasks = await load(() => countOpenTasks(actor, user.id));
  return { username: user.username, person, openTasks };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  return submit(args.request, actor, {
    deleteUser: intent(Nothing, async () => {
      await deleteUser(actor, user.id);
      const redirectTo = usersPath(new URL(args.request.url).search);
      return { redirectTo, toast: { title: 'User deleted', description: person } };
    }),
  });
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(request, () => serverAction<typeof action>(), 'Failed to delete user');

export default function DeleteUser() {
  const { username, person, openTasks } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const { search } = useLocation();
  return (
    <UserDialog
      title="Delete User"
      closeTo={usersPath(search)}
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
        Sessions and API tokens end at once. The history keeps the name, and the user can be restored from the
        deactivated ones, except for the tokens.
      </p>
    </UserDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
