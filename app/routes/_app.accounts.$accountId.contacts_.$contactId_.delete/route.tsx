import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { AccountTrouble, contactsPath } from '~/components/accounts/accounts-links';
import { deleteContact, getContact } from '~/domain/network/accounts/contacts.server';
import { confirm } from '~/forms/confirm';
import { button, submit } from '~/forms/submit.server';
import { loadOne, pathIdOr404 } from '~/http/page.server';

export const loader = (args: LoaderFunctionArgs) =>
  loadOne(args, getContact, ({ id, accountId, name }) => ({ id, accountId, name }), deleteContact.spec.may);

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    deleteContact: button(deleteContact, () => ({
      redirectTo: contactsPath(pathIdOr404(args.params.accountId), new URL(args.request.url).search),
      toast: { title: 'Contact deleted' },
    })),
  });

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Delete Contact',
  text: ({ name }) => `${name} will get no more news about deliveries. This can’t be undone.`,
  intent: 'deleteContact',
  pending: 'Deleting...',
  back: ({ accountId, id }, search) => contactsPath(accountId, search, `/${String(id)}`),
  failure: 'Failed to delete contact',
  size: 'form',
});

export { ConfirmDialog as default, meta, clientAction, AccountTrouble as ErrorBoundary };
