import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Outlet, useLoaderData, useNavigation } from '@remix-run/react';
import { SettingsPage } from '~/components/administration/settings-page';
import { MadeSecret, webhookFields, WebhookState, type Made } from '~/modules/webhooks/webhook-fields';
import {
  getWebhook,
  listDeliveries,
  redeliver,
  renewSecret,
  sendTest,
  updateWebhook,
} from '~/modules/webhooks/commands.server';
import { EVENT_LABELS, STATE_LABELS } from '~/domain/platform/webhook-events';
import type { Delivery } from '~/modules/webhooks/schema';
import { DescribedForm } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { ListSteps } from '~/ui/list-steps';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Webhook · Parts Dispatch' }];

const PER_PAGE = 25;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getWebhook.spec.may);
  const webhookId = pathIdOr404(params.webhookId);
  const before = Number(new URL(request.url).searchParams.get('before')) || undefined;
  return load(async () => {
    // Deliveries are read first, because the state of the webhook follows from them.
    const found = await listDeliveries({ actor, webhookId, input: { before, limit: PER_PAGE + 1 } });
    const webhook = await getWebhook({ actor, webhookId });
    const deliveries = found.slice(0, PER_PAGE);
    return {
      webhook,
      deliveries,
      before,
      next: found.length > PER_PAGE ? deliveries.at(-1)?.place : undefined,
    };
  });
}

export const action = (args: ActionFunctionArgs) => {
  const redirectTo = `/settings/webhooks/${String(args.params.webhookId)}`;
  const say = (title: string, description?: string) => () => ({
    redirectTo,
    toast: { title, ...(description && { description }) },
  });
  return submit<Made>(args, {
    saveWebhook: button(updateWebhook, say('Webhook saved')),
    sendTest: button(sendTest, say('Test sent', 'The result appears below')),
    redeliver: button(redeliver, say('Delivery will be sent again')),
    renewSecret: button(renewSecret, ({ id, secret = '' }) => ({ shown: { id, secret } })),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to save webhook');

export default function OneWebhook() {
  const answer = useAnswer<Answered | { shown: Made }>();
  if (answer && 'shown' in answer) return <MadeSecret {...answer.shown} />;
  return <WebhookPage refused={answer} />;
}

function WebhookPage({ refused }: { refused: Answered | undefined }) {
  const problem = refused?.problem;
  const { webhook, deliveries, before, next } = useLoaderData<typeof loader>();
  const pending = useNavigation().state !== 'idle';
  const to = `/settings/webhooks/${String(webhook.id)}`;
  const press = { type: 'submit', size: 'form', name: 'intent', disabled: pending } as const;
  return (
    <>
      <SettingsPage
        title={`Webhook to ${new URL(webhook.url).host}`}
        back={{ to: '/settings/webhooks', label: 'Webhooks' }}
      >
        <Stack gap={4}>
          <div>
            <WebhookState webhook={webhook} />
          </div>
          {problem && refused.intent !== 'saveWebhook' && <Banner tone="error">{problem.error}</Banner>}
          <DescribedForm
            key={webhook.updatedAt}
            form={{ intent: 'saveWebhook', submit: 'Save', fields: webhookFields(webhook) }}
            answer={refused}
          />
          <Form method="post" preventScrollReset>
            <Inline>
              <Button {...press} value="sendTest" unavailable={!webhook.active && 'Turn it on first'}>
                Send a Test
              </Button>
              <Button {...press} value="renewSecret">
                New Secret
              </Button>
              <LinkButton size="form" variant="danger" to={`${to}/delete`} preventScrollReset>
                Delete
              </LinkButton>
              <LinkButton size="form" to={to} preventScrollReset>
                Refresh
              </LinkButton>
            </Inline>
          </Form>
          <section aria-labelledby="deliveries">
            <Stack gap={2}>
              <h2 id="deliveries">Deliveries in the last 30 days</h2>
              {deliveries.length > 0 ? (
                <DeliveryTable deliveries={deliveries} isOn={webhook.active} />
              ) : (
                <p>Nothing has been sent yet.</p>
              )}
              <Inline>
                <ListSteps
                  newest={before !== undefined && to}
                  older={next !== undefined && `${to}?before=${String(next)}`}
                />
              </Inline>
            </Stack>
          </section>
        </Stack>
      </SettingsPage>
      <Outlet />
    </>
  );
}

const TONES = { waiting: 'pending', delivered: 'completed', failed: 'urgent' } as const;

const eventName = ({ event, taskId }: Delivery) =>
  event === 'test' ? 'Test' : `${EVENT_LABELS[event]} · ${String(taskId)}`;

function DeliveryTable({ deliveries, isOn }: { deliveries: Delivery[]; isOn: boolean }) {
  return (
    <Table columns={['When', 'Event', 'Status', 'Response', 'Actions']}>
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} isOn={isOn} />
      ))}
    </Table>
  );
}

function DeliveryRow({ delivery, isOn }: { delivery: Delivery; isOn: boolean }) {
  const { id, state, attempts, nextTryAt, status, answer, error, createdAt } = delivery;
  return (
    <tr>
      <td data-label="When">
        <span>
          <Time iso={createdAt} />
        </span>
      </td>
      <td data-label="Event">
        <span>{eventName(delivery)}</span>
      </td>
      <td data-label="Status">
        <span>
          <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge>{' '}
          <span className={css.note}>
            {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
            {nextTryAt && attempts > 0 && (
              <>
                , next <Time iso={nextTryAt} />
              </>
            )}
          </span>
        </span>
      </td>
      <td data-label="Response">
        <span>
          {error ?? status ?? '–'}
          {answer && <span className={css.note}> {answer.slice(0, 200)}</span>}
        </span>
      </td>
      <td data-label="Actions">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="deliveryId" value={id} />
          <Button
            name="intent"
            value="redeliver"
            unavailable={!isOn && 'Turn it on first'}
            aria-label={`Send ${eventName(delivery)} again`}
          >
            Send Again
          </Button>
        </Form>
      </td>
    </tr>
  );
}
