import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation, type ClientActionFunctionArgs } from '@remix-run/react';
import { updateProfile } from '~/domain/users/profile.server';
import { ProfileForm } from '~/domain/users/schema';
import { intent, submit } from '~/http/form.server';
import { loadUser } from '~/parts/administration/load-user.server';
import { SettingsTrouble } from '~/parts/administration/settings-trouble';
import { typedText } from '~/parts/administration/typed';
import { UserDialog } from '~/parts/administration/user-dialog';
import { usersPath } from '~/parts/administration/view';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';
import { Field, Input } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Edit User · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await loadUser(args);
  const { username, name, email, phone } = user;
  return { username, stored: { name, email, phone } };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, user } = await loadUser(args);
  return submit(args.request, actor, {
    editProfile: intent(ProfileForm, async (input) => {
      const { name, username } = await updateProfile(actor, user.id, input);
      const redirectTo = usersPath(new URL(args.request.url).search);
      return { redirectTo, toast: { title: 'User updated', description: `${name} (${username})` } };
    }),
  });
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(request, () => serverAction<typeof action>(), 'Failed to update the user');

const FIELDS = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'phone', label: 'Phone', type: 'tel', required: false },
  { name: 'email', label: 'Email', type: 'text', inputMode: 'email', required: false },
] as const;

export default function EditUser() {
  const { username, stored } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const { search } = useLocation();
  const errors = answer?.lastResult.error ?? {};
  return (
    <UserDialog
      title="Edit User"
      description={username}
      closeTo={usersPath(search)}
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
