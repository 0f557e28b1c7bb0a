import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation, type ClientActionFunctionArgs } from '@remix-run/react';
import { changeRoles } from '~/domain/users/access.server';
import { countOpenTasks } from '~/domain/users/managed.server';
import { ChangeRoles } from '~/domain/users/schema';
import { intent, submit } from '~/http/form.server';
import { load } from '~/http/page.server';
import { loadUser } from '~/parts/administration/load-user.server';
import { OwnPassword } from '~/parts/administration/own-password';
import { RoleChoice } from '~/parts/administration/role-choice';
import { SettingsTrouble } from '~/parts/administration/settings-trouble';
import { tasksOf } from '~/parts/administration/tasks-of';
import { typedList } from '~/parts/administration/typed';
import { UserDialog } from '~/parts/administration/user-dialog';
import { usersPath } from '~/parts/administration/view';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Edit User Roles · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  const openTasks = await load(() => countOpenTasks(actor, user.id));
  return { roles: user.roles, person, openTasks, isSelf: user.id === actor.id };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  return submit(args.request, actor, {
    changeRoles: intent(ChangeRoles, async (input) => {
      await changeRoles(actor, user.id, input, { ip: args.context.clientIp });
      const redirectTo = usersPath(new URL(args.request.url).search);
      return { redirectTo, toast: { title: 'Roles updated', description: person } };
    }),
  });
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(request, () => serverAction<typeof action>(), 'Failed to update user roles');

export default function EditUserRoles() {
  const { roles, person, openTasks, isSelf } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const { search } = useLocation();
  return (
    <UserDialog
      title="Edit User Roles"
      description={person}
      closeTo={usersPath(search)}
      answer={answer}
      intent="changeRoles"
      submit="Save"
      submitting="Saving..."
    >
      <RoleChoice
        checked={typedList(answer?.lastResult, 'roles', roles)}
        errors={answer?.lastResult.error?.roles ?? undefined}
      />
      {!roles.includes('admin') && (
        <OwnPassword
          whenAdmin
          hint={`To make ${person} an admin`}
          errors={answer?.lastResult.error?.ownPassword ?? undefined}
        />
      )}
      <p>
        {isSelf ? 'You have' : `${person} has`} to sign in again when roles change.
        {openTasks > 0 && ` Without the role driver, ${tasksOf(openTasks)} unassigned.`}
      </p>
    </UserDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
