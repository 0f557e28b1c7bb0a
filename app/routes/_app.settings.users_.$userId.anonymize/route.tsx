import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingsTrouble, UserDialog } from '~/components/administration/dialogs';
import { OwnPassword } from '~/components/administration/user-fields';
import { backToUsers, loadUser } from '~/components/administration/user-pages.server';
import { anonymizeUser } from '~/domain/administration/users/access.server';
import { getManagedUser } from '~/domain/network/users/queries.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Remove Personal Data · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { user, person } = await loadUser(args);
  return { username: user.username, person };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    anonymizeUser: button(anonymizeUser, async (_, { actor, userId }) =>
      backToUsers(args, 'Personal data removed')(await getManagedUser({ actor, userId })),
    ),
  });

export const clientAction = keepDialogOnNetworkError('Failed to remove personal data');

export default function RemovePersonalData() {
  const { username, person } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  return (
    <UserDialog
      title="Remove Personal Data"
      answer={answer}
      intent="anonymizeUser"
      submit="Delete and Remove"
      submitting="Removing..."
      danger
    >
      <p>
        <strong>{person}</strong> ({username}) will be deleted, with name, username, email and phone, also in
        the audit log. History and reports will show a number instead of the name.
      </p>
      <p>
        This can’t be undone, and the user can’t be restored. Existing backups still contain the data. Names
        of customers who signed are kept as long as Retention says.
      </p>
      <OwnPassword required errors={answer?.lastResult.error?.ownPassword} />
    </UserDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
