import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation, type ClientActionFunctionArgs } from '@remix-run/react';
import { restoreUser } from '~/domain/users/access.server';
import { isUsernameFree } from '~/domain/users/managed.server';
import { RestoreUser } from '~/domain/users/schema';
import { intent, submit } from '~/http/form.server';
import { load } from '~/http/page.server';
import { loadUser } from '~/parts/administration/load-user.server';
import { OwnPassword } from '~/parts/administration/own-password';
import { SettingsTrouble } from '~/parts/administration/settings-trouble';
import { typedText } from '~/parts/administration/typed';
import { UserDialog } from '~/parts/administration/user-dialog';
import { usersPath } from '~/parts/administration/view';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';
import { Field, Input } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Restore User · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  const isFree = await load(() => isUsernameFree(actor, user.username));
  return { username: user.username, person, isFree, isAdmin: user.roles.includes('admin') };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  return submit(args.request, actor, {
    restoreUser: intent(RestoreUser, async (input) => {
      await restoreUser(actor, user.id, input, { ip: args.context.clientIp });
      const redirectTo = usersPath(new URL(args.request.url).search);
      return { redirectTo, toast: { title: 'User restored', description: person } };
    }),
  });
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(request, () => serverAction<typeof action>(), 'Failed to restore user');

export default function RestoreDeletedUser() {
  const { username, person, isFree, isAdmin } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const { search } = useLocation();
  return (
    <UserDialog
      title="Restore User"
      closeTo={usersPath(search)}
      answer={answer}
      intent="restoreUser"
      submit="Restore User"
      submitting="Restoring..."
    >
      <p>
        <strong>{person}</strong> ({username}) can sign in again, with the password, roles and dealerships of
        before. Tasks don’t come back by themselves.
      </p>
      {!isFree && (
        <Field
          label="New username"
          name="username"
          id="restored-username"
          required
          hint={`Somebody else is called ${username} now.`}
          errors={answer?.lastResult.error?.username ?? undefined}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={typedText(answer?.lastResult, 'username')}
              data-autofocus
            />
          )}
        </Field>
      )}
      {isAdmin && (
        <OwnPassword
          required
          hint={`${person} comes back as an admin`}
          errors={answer?.lastResult.error?.ownPassword ?? undefined}
        />
      )}
    </UserDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
