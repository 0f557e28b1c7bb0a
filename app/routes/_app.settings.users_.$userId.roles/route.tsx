import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { changeRoles } from '~/domain/administration/users/access.server';
import { countOpenTasks } from '~/domain/network/users/queries.server';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';
import { OwnPassword, RoleChoice } from '~/components/administration/user-fields';
import { SettingsTrouble, UserDialog } from '~/components/administration/dialogs';
import { useSent, typedList } from '~/forms/typed';
import { backToUsers, loadUser } from '~/components/administration/user-pages.server';
import { tasksOf } from '~/components/administration/admin-links';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { useAnswer } from '~/ui/use-answer';
import { mayAll } from '~/domain/kernel/permissions';

export const meta: MetaFunction = () => [{ title: 'Edit User Roles · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  const openTasks = await load(() => countOpenTasks({ actor, userId: user.id }));
  return {
    roles: user.roles,
    isAdmin: mayAll(user, 'manageUsers'),
    person,
    openTasks,
    isSelf: user.id === actor.id,
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    changeRoles: button(changeRoles, backToUsers(args, 'Roles updated')),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update user roles');

export default function EditUserRoles() {
  const { roles, isAdmin, person, openTasks, isSelf } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'changeRoles');
  return (
    <UserDialog
      title="Edit User Roles"
      description={person}
      answer={answer}
      intent="changeRoles"
      submit="Save"
      submitting="Saving..."
    >
      <RoleChoice checked={typedList(sent, 'roles', roles)} errors={sent?.error?.roles} />
      {!isAdmin && (
        <OwnPassword
          whenAdmin
          hint={`Required to make ${person} an admin`}
          errors={sent?.error?.ownPassword}
        />
      )}
      <p>
        {isSelf ? 'You' : person} must sign in again when roles change.
        {openTasks > 0 && ` Without the driver role, ${tasksOf(openTasks)} unassigned.`}
      </p>
    </UserDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
