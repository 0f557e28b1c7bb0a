import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listDealershipNames } from '~/domain/network/dealerships/dealerships.server';
import { addUser } from '~/domain/network/users/commands.server';
import { homeFirst } from '~/domain/network/users/schema';
import { CREATE_USER_NEEDS } from '~/domain/network/users/sign-in-rules';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { DealershipChoice, OwnPassword, RoleChoice } from '~/components/administration/user-fields';
import { SettingsTrouble, UserDialog } from '~/components/administration/dialogs';
import { useSent, typedList, typedText } from '~/forms/typed';
import { backToUsers, withUsername } from '~/components/administration/user-pages.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { Field, Input } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Create New User · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, addUser.spec.may);
  return { offered: await load(() => listDealershipNames({ actor })) };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    createUser: button(addUser, backToUsers(args, 'User created', withUsername), { compose: homeFirst }),
  });

export const clientAction = keepDialogOnNetworkError('Failed to create user');

const FIELDS = [
  { name: 'name', label: 'Name', type: 'text', hint: undefined },
  { name: 'username', label: 'Username', type: 'text', hint: 'Used to sign in; can’t be changed later' },
  { name: 'password', label: 'Password', type: 'password', hint: '8 characters or more' },
  { name: 'phone', label: 'Phone (optional)', type: 'tel', hint: undefined },
  { name: 'email', label: 'Email (optional)', type: 'text', hint: undefined },
] as const;

const OPTIONAL: string[] = ['phone', 'email'];

export default function CreateNewUser() {
  const { offered } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'createUser');
  const errors = sent?.error ?? {};
  const isMissing = (name: string) => errors[name]?.includes(CREATE_USER_NEEDS) ?? false;
  return (
    <UserDialog
      title="Create New User"
      size="form"
      answer={answer}
      refusal={FIELDS.some(({ name }) => isMissing(name)) ? CREATE_USER_NEEDS : undefined}
      intent="createUser"
      submit="Create User"
      submitting="Creating..."
    >
      {FIELDS.map(({ name, label, hint, type }, index) => (
        <Field
          key={name}
          label={label}
          name={name}
          id={`new-${name}`}
          hint={hint}
          required={!OPTIONAL.includes(name)}
          errors={isMissing(name) ? ['Required'] : errors[name]}
        >
          {({ required, ...control }) => (
            <Input
              {...control}
              type={type}
              aria-required={required}
              autoComplete={type === 'password' ? 'new-password' : 'off'}
              autoCapitalize={name === 'name' ? 'words' : 'none'}
              spellCheck={false}
              defaultValue={type === 'password' ? undefined : typedText(sent, name)}
              data-autofocus={index === 0 ? '' : undefined}
            />
          )}
        </Field>
      ))}
      <RoleChoice checked={typedList(sent, 'roles', ['driver'])} errors={errors.roles} />
      <OwnPassword whenAdmin hint="Required to make someone an admin" errors={errors.ownPassword} />
      <DealershipChoice offered={offered} sent={sent} />
    </UserDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
