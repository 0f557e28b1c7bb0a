import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { resetPassword } from '~/domain/network/users/change-password.server';
import { button, submit } from '~/forms/submit.server';
import { OwnPassword } from '~/components/administration/user-fields';
import { SettingsTrouble, UserDialog } from '~/components/administration/dialogs';
import { backToUsers, loadUser } from '~/components/administration/user-pages.server';
import { usersPath } from '~/components/administration/admin-links';
import { typedBox } from '~/forms/typed';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { Box, InputField } from '~/ui/field';
import { ShownOnce } from '~/ui/shown-once';
import { useToast } from '~/ui/toast';
import { useAnswer } from '~/ui/use-answer';
import { mayAll } from '~/domain/kernel/permissions';

export const meta: MetaFunction = () => [{ title: 'Reset Password · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  // Users change their own password on another page, which asks for the present one and keeps the session.
  if (user.id === actor.id) throw redirect('/settings/password');
  return { username: user.username, person, isAdmin: mayAll(user, 'manageUsers') };
}

export const action = (args: ActionFunctionArgs) => {
  const back = backToUsers(args, 'Password updated');
  return submit<Made>(args, {
    resetPassword: button(resetPassword, ({ temporaryPassword, ...user }) =>
      temporaryPassword === undefined ? back(user) : { shown: { temporaryPassword } },
    ),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to change user password');

type Made = { temporaryPassword: string };

export default function ResetUserPassword() {
  const { username, person, isAdmin } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered | { shown: Made }>();
  if (answer && 'shown' in answer)
    return <TemporaryPassword person={person} password={answer.shown.temporaryPassword} />;
  return (
    <UserDialog
      title="Reset Password"
      description={`${person} (${username})`}
      answer={answer}
      intent="resetPassword"
      submit="Reset Password"
      submitting="Resetting..."
    >
      <InputField
        label="New password"
        name="password"
        id="reset-password"
        hint="8 characters or more. Leave it empty to create a temporary one, which is shown once and must be replaced at the next sign-in."
        errors={answer?.lastResult.error?.password}
        type="password"
        autoComplete="new-password"
        placeholder="Temporary password"
        data-autofocus
      />
      {isAdmin && (
        <OwnPassword
          required
          hint={`Required because ${person} is an admin`}
          errors={answer?.lastResult.error?.ownPassword}
        />
      )}
      <Box
        name="revokeTokens"
        label={`Revoke the API tokens of ${person}`}
        defaultChecked={typedBox(answer?.lastResult, 'revokeTokens', true)}
      />
      <p>{person} will be signed out everywhere and must sign in with the new password.</p>
    </UserDialog>
  );
}

/** Shows a new temporary password. It can't be shown again. */
function TemporaryPassword({ person, password }: { person: string; password: string }) {
  const { search } = useLocation();
  const show = useToast();
  useEffect(() => {
    show({ title: 'Password updated', description: person });
  }, [show, person]);
  return (
    <ShownOnce
      title="Temporary Password"
      description={person}
      label="Temporary password"
      name="temporary"
      value={password}
      doneTo={usersPath(search)}
    >
      Copy it now. It won’t be shown again. {person} must replace it after signing in.
    </ShownOnce>
  );
}

export const ErrorBoundary = SettingsTrouble;
