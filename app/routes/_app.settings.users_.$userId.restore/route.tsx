import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { restoreUser } from '~/domain/administration/users/access.server';
import { isUsernameFree } from '~/domain/network/users/queries.server';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';
import { OwnPassword } from '~/components/administration/user-fields';
import { SettingsTrouble, UserDialog } from '~/components/administration/dialogs';
import { typedText } from '~/forms/typed';
import { backToUsers, loadUser } from '~/components/administration/user-pages.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { InputField } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';
import { mayAll } from '~/domain/kernel/permissions';

export const meta: MetaFunction = () => [{ title: 'Restore User · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  const isFree = await load(() => isUsernameFree({ actor, input: { username: user.username } }));
  return { username: user.username, person, isFree, isAdmin: mayAll(user, 'manageUsers') };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    restoreUser: button(restoreUser, backToUsers(args, 'User restored')),
  });

export const clientAction = keepDialogOnNetworkError('Failed to restore user');

export default function RestoreDeletedUser() {
  const { username, person, isFree, isAdmin } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  return (
    <UserDialog
      title="Restore User"
      answer={answer}
      intent="restoreUser"
      submit="Restore User"
      submitting="Restoring..."
    >
      <p>
        <strong>{person}</strong> ({username}) can sign in again with the same password, roles and
        dealerships. Earlier tasks are not assigned again.
      </p>
      {!isFree && (
        <InputField
          label="New username"
          name="username"
          id="restored-username"
          required
          hint={`Someone else uses ${username} now.`}
          errors={answer?.lastResult.error?.username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typedText(answer?.lastResult, 'username')}
          data-autofocus
        />
      )}
      {isAdmin && (
        <OwnPassword
          required
          hint={`Required because ${person} will be an admin again`}
          errors={answer?.lastResult.error?.ownPassword}
        />
      )}
    </UserDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
