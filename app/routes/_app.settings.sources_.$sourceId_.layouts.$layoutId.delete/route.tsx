import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { deleteLayout, getLayout } from '~/domain/intake/inbox/layouts.server';
import { confirm } from '~/forms/confirm';
import { button, submit } from '~/forms/submit.server';
import { loadOne } from '~/http/page.server';

const sourcePath = (sourceId: number) => `/settings/sources/${String(sourceId)}`;

export const loader = (args: LoaderFunctionArgs) =>
  loadOne(args, getLayout, ({ id, name, sourceId }) => ({ id, name, sourceId }), deleteLayout.spec.may);

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    deleteLayout: button(deleteLayout, ({ sourceId }) => ({
      redirectTo: sourcePath(sourceId),
      toast: { title: 'Layout deleted' },
    })),
  });

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Delete Layout',
  text: ({ name }) =>
    `Documents like those of ${name} will wait in the Inbox until a layout is taught for them. Orders that were made stay.`,
  intent: 'deleteLayout',
  pending: 'Deleting...',
  back: ({ id, sourceId }) => `${sourcePath(sourceId)}/layouts/${String(id)}`,
  failure: 'Failed to delete layout',
  size: 'form',
});

export { ConfirmDialog as default, meta, clientAction, SettingsTrouble as ErrorBoundary };
