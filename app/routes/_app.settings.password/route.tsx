import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { changePassword } from '~/domain/network/users/change-password.server';
import { button, submit } from '~/forms/submit.server';
import { requirePage } from '~/http/session.server';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { FormDialog, formRefusal } from '~/forms/form-dialog';
import { typedBox } from '~/forms/typed';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { Box, InputField } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Change Password · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { username } = await requirePage(request, changePassword.spec.may);
  return { username };
}

const SIGNED_OUT = 'You have been signed out everywhere else.';

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    changePassword: button(changePassword, ({ revoked }) => {
      const description = revoked > 0 ? `${SIGNED_OUT} API tokens revoked: ${String(revoked)}.` : SIGNED_OUT;
      return { redirectTo: '/settings', toast: { title: 'Password updated', description } };
    }),
  });

export const clientAction = keepDialogOnNetworkError('Failed to change password');

const FIELDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password', hint: undefined },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password', hint: '8 to 128 characters' },
  { name: 'repeatPassword', label: 'Repeat the new password', autoComplete: 'new-password', hint: undefined },
];

export default function Password() {
  const { username } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const errors = answer?.lastResult.error;
  return (
    <FormDialog
      title="Change Password"
      closeTo="/settings"
      refusal={formRefusal(answer)}
      intent="changePassword"
      submit="Change Password"
      submitting="Saving..."
    >
      {/* Password managers need the username. */}
      <input type="text" autoComplete="username" defaultValue={username} hidden readOnly />
      {FIELDS.map((field, index) => (
        <InputField
          key={field.name}
          {...field}
          required
          errors={errors?.[field.name]}
          type="password"
          data-autofocus={index === 0 ? '' : undefined}
        />
      ))}
      <Box
        name="revokeTokens"
        label="Revoke my API tokens"
        defaultChecked={typedBox(answer?.lastResult, 'revokeTokens', true)}
      />
      <p>You stay signed in here and are signed out everywhere else.</p>
    </FormDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
