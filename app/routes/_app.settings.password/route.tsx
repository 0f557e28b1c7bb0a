import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { changePassword } from '~/domain/users/change-password.server';
import { button, submit } from '~/forms/submit.server';
import { requirePage } from '~/http/session.server';
import { SettingsTrouble } from '~/components/administration/settings-trouble';
import { inPlace } from '~/forms/in-place';
import type { Answered } from '~/forms/unreachable';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Field, Input } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Change Password · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { username } = await requirePage(request, changePassword.spec.may);
  return { username };
}

const CHANGED = { title: 'Password updated', description: 'You are signed out everywhere else.' };

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    changePassword: button(changePassword, () => ({ redirectTo: '/settings', toast: CHANGED })),
  });

export const clientAction = inPlace('Failed to change the password');

const FIELDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password', hint: undefined },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password', hint: '8 to 128 characters' },
  { name: 'repeatPassword', label: 'Repeat the new password', autoComplete: 'new-password', hint: undefined },
];

export default function Password() {
  const { username } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const pending = useNavigation().state !== 'idle';
  const errors = answer?.lastResult.error;
  return (
    <RouteDialog title="Change Password" closeTo="/settings" size="small">
      <Form method="post" preventScrollReset>
        <Stack gap={3}>
          {answer?.problem && !answer.problem.fields && <Banner tone="error">{answer.problem.error}</Banner>}
          {/* Password managers need the username. */}
          <input type="text" autoComplete="username" defaultValue={username} hidden readOnly />
          {FIELDS.map(({ name, label, hint, autoComplete }, index) => (
            <Field
              key={name}
              label={label}
              name={name}
              required
              hint={hint}
              errors={errors?.[name] ?? undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  autoComplete={autoComplete}
                  data-autofocus={index === 0 ? '' : undefined}
                />
              )}
            </Field>
          ))}
          <p>
            You stay signed in here, and are signed out everywhere else. API tokens go on: revoke those that
            you don’t know.
          </p>
          <CancelOr
            cancelTo="/settings"
            size="form"
            variant="primary"
            value="changePassword"
            pending={pending && 'Saving...'}
          >
            Change Password
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
