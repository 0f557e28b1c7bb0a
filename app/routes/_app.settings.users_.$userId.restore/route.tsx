import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { usersPath } from '~/components/administration/admin-links';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { ownPassword } from '~/components/administration/own-password';
import { backToUser, loadUser } from '~/components/administration/user-pages.server';
import { restoreUser } from '~/domain/administration/users/access.server';
import { mayAll } from '~/domain/kernel/permissions';
import { isUsernameFree } from '~/domain/network/users/queries.server';
import { confirm } from '~/forms/confirm';
import { DescribedFields, type FieldDescription } from '~/forms/described-form';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  const { id, username } = user;
  const isFree = await load(() => isUsernameFree({ actor, input: { username } }));
  const fields: FieldDescription[] = [];
  if (!isFree)
    fields.push({
      name: 'username',
      label: 'New username',
      hint: `Someone else uses ${username} now.`,
      autoCapitalize: 'none',
      required: true,
    });
  if (mayAll(user, 'manageUsers'))
    fields.push(ownPassword(`Required because ${person} will be an admin again`));
  return { id, username, person, form: { intent: 'restoreUser', fields } };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, { restoreUser: button(restoreUser, backToUser(args, 'User restored')) });

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Restore User',
  text: ({ person, username }) => (
    <>
      <strong>{person}</strong> ({username}) can sign in again with the same password, roles and dealerships.
      Earlier tasks are not assigned again.
    </>
  ),
  below: ({ form }, sent) => <DescribedFields form={form} sent={sent} hasFocus />,
  intent: 'restoreUser',
  variant: 'primary',
  pending: 'Restoring...',
  back: ({ id }, search) => usersPath(search, `/${String(id)}`),
  failure: 'Failed to restore user',
  hasToast: true,
  size: 'form',
});

export { ConfirmDialog as default, meta, clientAction, SettingsTrouble as ErrorBoundary };
