import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { deleteWebhook, getWebhook } from '~/modules/webhooks/commands.server';
import { confirm } from '~/forms/confirm';
import { button, submit } from '~/forms/submit.server';
import { loadOne } from '~/http/page.server';
import { SettingsTrouble } from '~/components/administration/dialogs';

export const loader = (args: LoaderFunctionArgs) => loadOne(args, getWebhook, ({ id, url }) => ({ id, url }));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    deleteWebhook: button(deleteWebhook, () => ({
      redirectTo: '/settings/webhooks',
      toast: { title: 'Webhook deleted' },
    })),
  });

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Delete Webhook',
  text: ({ url }) =>
    `No more events will be sent to ${url}, and events still waiting to be sent will be discarded. This can’t be undone.`,
  intent: 'deleteWebhook',
  pending: 'Deleting...',
  back: ({ id }) => `/settings/webhooks/${String(id)}`,
  failure: 'Failed to delete webhook',
  size: 'form',
});

export { ConfirmDialog as default, meta, clientAction, SettingsTrouble as ErrorBoundary };
