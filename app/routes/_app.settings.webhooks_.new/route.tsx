import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { createWebhook } from '~/modules/webhooks/commands.server';
import { WEBHOOK_EVENTS } from '~/domain/platform/webhook-events';
import { button, submit } from '~/forms/submit.server';
import { requirePage } from '~/http/session.server';
import { SettingsPage } from '~/components/administration/settings-page';
import { DescribedForm, type FormDescription } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { MadeSecret, webhookFields, type Made } from '~/modules/webhooks/webhook-fields';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'New Webhook · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requirePage(request, createWebhook.spec.may);
  return null;
}

export const action = (args: ActionFunctionArgs) =>
  submit<Made>(args, {
    createWebhook: button(createWebhook, ({ id, secret = '' }) => ({ shown: { id, secret } })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to create webhook');

const LIST = '/settings/webhooks';

const form: FormDescription = {
  intent: 'createWebhook',
  submit: 'Create Webhook',
  submitting: 'Creating...',
  fields: webhookFields({ url: '', events: WEBHOOK_EVENTS, active: true }),
};

export default function NewWebhook() {
  const answer = useAnswer<Answered | { shown: Made }>();
  if (answer && 'shown' in answer) return <MadeSecret {...answer.shown} />;
  return (
    <SettingsPage title="New Webhook" back={{ to: LIST, label: 'Webhooks' }} shape="form">
      <DescribedForm form={form} answer={answer} cancelTo={LIST} hasFocus />
    </SettingsPage>
  );
}
