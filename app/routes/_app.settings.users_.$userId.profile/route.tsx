import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { updateAnybodysProfile } from '~/domain/users/profile.server';
import { button, submit } from '~/forms/submit.server';
import { SettingsTrouble } from '~/components/administration/settings-trouble';
import { typedText } from '~/components/administration/typed';
import { UserDialog } from '~/components/administration/user-dialog';
import { backToUsers, loadUser, withUsername } from '~/components/administration/user-pages.server';
import { inPlace } from '~/forms/in-place';
import type { Answered } from '~/forms/unreachable';
import { Field, Input } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Edit User · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await loadUser(args);
  const { username, name, email, phone } = user;
  return { username, stored: { name, email, phone } };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    editProfile: button(updateAnybodysProfile, backToUsers(args, 'User updated', withUsername)),
  });

export const clientAction = inPlace('Failed to update the user');

const FIELDS = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'phone', label: 'Phone', type: 'tel', required: false },
  { name: 'email', label: 'Email', type: 'text', inputMode: 'email', required: false },
] as const;

export default function EditUser() {
  const { username, stored } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const errors = answer?.lastResult.error ?? {};
  return (
    <UserDialog
      title="Edit User"
      description={username}
      answer={answer}
      intent="editProfile"
      submit="Save"
      submitting="Saving..."
    >
      {FIELDS.map(({ name, label, required, ...input }, index) => (
        <Field
          key={name}
          label={label}
          name={name}
          id={`user-${name}`}
          required={required}
          errors={errors[name] ?? undefined}
        >
          {(control) => (
            <Input
              {...control}
              {...input}
              autoComplete="off"
              defaultValue={typedText(answer?.lastResult, name, stored[name] ?? '')}
              data-autofocus={index === 0 ? '' : undefined}
            />
          )}
        </Field>
      ))}
    </UserDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
