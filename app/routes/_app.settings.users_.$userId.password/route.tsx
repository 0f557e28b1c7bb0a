import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData, useLocation, type ClientActionFunctionArgs } from '@remix-run/react';
import { resetPassword } from '~/domain/users/reset-password.server';
import { ResetPasswordForm } from '~/domain/users/schema';
import { intent, submit } from '~/http/form.server';
import { loadUser } from '~/parts/administration/load-user.server';
import { OwnPassword } from '~/parts/administration/own-password';
import { SettingsTrouble } from '~/parts/administration/settings-trouble';
import { UserDialog } from '~/parts/administration/user-dialog';
import { usersPath } from '~/parts/administration/view';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';
import { Checkbox, Field, Input } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';
import { TemporaryPassword } from './temporary-password';

export const meta: MetaFunction = () => [{ title: 'Reset Password · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  // One's own is changed by whoever knows the current one, and goes on with the session.
  if (user.id === actor.id) throw redirect('/settings/password');
  return { username: user.username, person, isAdmin: user.roles.includes('admin') };
}

/** Answers with a temporary password itself, and keeps it nowhere: a redirect would have to carry it along. */
export async function action(args: ActionFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  const made: { password?: string } = {};
  const answer = await submit(args.request, actor, {
    resetPassword: intent(ResetPasswordForm, async (input) => {
      const { temporaryPassword } = await resetPassword(actor, user.id, input, { ip: args.context.clientIp });
      if (temporaryPassword) made.password = temporaryPassword;
      const redirectTo = usersPath(new URL(args.request.url).search);
      return { redirectTo, toast: { title: 'Password updated', description: person } };
    }),
  });
  return made.password ? data({ temporaryPassword: made.password }) : answer;
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(request, () => serverAction<typeof action>(), 'Failed to change user password');

export default function ResetUserPassword() {
  const { username, person, isAdmin } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered | { temporaryPassword: string }>();
  const { search } = useLocation();
  const closeTo = usersPath(search);
  if (answer && 'temporaryPassword' in answer)
    return <TemporaryPassword person={person} password={answer.temporaryPassword} closeTo={closeTo} />;
  return (
    <UserDialog
      title="Reset Password"
      description={`${person} (${username})`}
      closeTo={closeTo}
      answer={answer}
      intent="resetPassword"
      submit="Reset Password"
      submitting="Resetting..."
    >
      <Field
        label="New password"
        name="password"
        id="reset-password"
        hint="8 characters or more. Leave it empty to make a temporary one, which is shown once and has to be replaced at the next sign-in."
        errors={answer?.lastResult.error?.password ?? undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            placeholder="Temporary password"
            data-autofocus
          />
        )}
      </Field>
      {isAdmin && (
        <OwnPassword
          required
          hint={`${person} is an admin`}
          errors={answer?.lastResult.error?.ownPassword ?? undefined}
        />
      )}
      <Checkbox
        name="revokeTokens"
        label={`Revoke the API tokens of ${person}`}
        defaultChecked={
          !answer?.lastResult.initialValue || answer.lastResult.initialValue.revokeTokens === 'on'
        }
      />
      <p>{person} is signed out everywhere at once, and has to sign in with it.</p>
    </UserDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
