import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { updateAnybodysProfile } from '~/domain/network/users/profile.server';
import { button, submit } from '~/forms/submit.server';
import { SettingsTrouble, UserDialog } from '~/components/administration/dialogs';
import { useSent, typedText } from '~/forms/typed';
import { backToUsers, loadUser, withUsername } from '~/components/administration/user-pages.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { InputField } from '~/ui/field';
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

export const clientAction = keepDialogOnNetworkError('Failed to update the user');

const FIELDS = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'phone', label: 'Phone', type: 'tel', required: false },
  { name: 'email', label: 'Email', type: 'text', inputMode: 'email', required: false },
] as const;

export default function EditUser() {
  const { username, stored } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'editProfile');
  const errors = sent?.error ?? {};
  return (
    <UserDialog
      title="Edit User"
      description={username}
      answer={answer}
      intent="editProfile"
      submit="Save"
      submitting="Saving..."
    >
      {FIELDS.map((field, index) => (
        <InputField
          key={field.name}
          {...field}
          id={`user-${field.name}`}
          errors={errors[field.name]}
          autoComplete="off"
          defaultValue={typedText(sent, field.name, stored[field.name] ?? '')}
          data-autofocus={index === 0 ? '' : undefined}
        />
      ))}
    </UserDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
