import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { usersPath } from '~/components/administration/admin-links';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { ownPassword } from '~/components/administration/own-password';
import { backToUsers, loadUser } from '~/components/administration/user-pages.server';
import { anonymizeUser } from '~/domain/administration/users/access.server';
import { getManagedUser } from '~/domain/network/users/queries.server';
import { confirm } from '~/forms/confirm';
import { DescribedFields } from '~/forms/described-form';
import { button, submit } from '~/forms/submit.server';

export async function loader(args: LoaderFunctionArgs) {
  const { user, person } = await loadUser(args);
  return {
    id: user.id,
    username: user.username,
    person,
    form: { intent: 'anonymizeUser', fields: [ownPassword()] },
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    anonymizeUser: button(anonymizeUser, async (_, { actor, userId }) =>
      backToUsers(args, 'Personal data removed')(await getManagedUser({ actor, userId })),
    ),
  });

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Remove Personal Data',
  text: ({ person, username }) => [
    <>
      <strong>{person}</strong> ({username}) will be deleted, with name, username, email and phone, also in
      the audit log. History and reports will show a number instead of the name.
    </>,
    'This can’t be undone, and the user can’t be restored. Existing backups still contain the data. Names of customers who signed are kept as long as Retention says.',
  ],
  below: ({ form }, sent) => <DescribedFields form={form} sent={sent} hasFocus />,
  intent: 'anonymizeUser',
  label: 'Delete and Remove',
  pending: 'Removing...',
  back: ({ id }, search) => usersPath(search, `/${String(id)}`),
  failure: 'Failed to remove personal data',
  hasToast: true,
  size: 'form',
});

export { ConfirmDialog as default, meta, clientAction, SettingsTrouble as ErrorBoundary };
