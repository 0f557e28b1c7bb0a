import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { redeliver, renewSecret, sendTest, updateWebhook } from '~/domain/webhooks/commands.server';
import { getWebhook, listDeliveries } from '~/domain/webhooks/queries.server';
import { button, submit } from '~/forms/submit.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { SettingsTrouble } from '~/components/administration/settings-trouble';
import { inPlace } from '~/forms/in-place';
import type { Answered } from '~/forms/unreachable';
import { MadeSecret, type Made } from '~/components/webhooks/made-secret';
import { typedWebhook } from '~/components/webhooks/typed';
import { WebhookFields } from '~/components/webhooks/webhook-fields';
import { WebhookState } from '~/components/webhooks/webhook-state';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { DeliveryTable } from './delivery-table';

export const meta: MetaFunction = () => [{ title: 'Webhook · Parts Dispatch' }];

const PER_PAGE = 25;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getWebhook.spec.may);
  const webhookId = pathIdOr404(params.webhookId);
  const before = Number(new URL(request.url).searchParams.get('before')) || undefined;
  return load(async () => {
    // In this order, as the state of the webhook follows from its deliveries.
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
    sendTest: button(sendTest, say('Test sent', 'See below what comes of it')),
    redeliver: button(redeliver, say('It is sent once more')),
    renewSecret: button(renewSecret, ({ id, secret = '' }) => ({ shown: { id, secret } })),
  });
};

export const clientAction = inPlace('Failed to save the webhook');

export default function OneWebhook() {
  const answer = useAnswer<Answered | { shown: Made }>();
  if (answer && 'shown' in answer) return <MadeSecret {...answer.shown} />;
  return <WebhookDialog answer={answer} />;
}

function WebhookDialog({ answer }: { answer: Answered | undefined }) {
  const { webhook, deliveries, before, next } = useLoaderData<typeof loader>();
  const pending = useNavigation().state !== 'idle';
  const { error, initialValue } = answer?.lastResult ?? {};
  const to = `/settings/webhooks/${String(webhook.id)}`;
  const press = { type: 'submit', size: 'form', name: 'intent', disabled: pending } as const;
  return (
    <RouteDialog title={`Webhook to ${new URL(webhook.url).host}`} closeTo="/settings/webhooks" size="wide">
      <Stack gap={4}>
        <Form method="post" preventScrollReset>
          <Stack gap={3}>
            {answer?.problem && !answer.problem.fields && (
              <Banner tone="error">{answer.problem.error}</Banner>
            )}
            <div>
              <WebhookState webhook={webhook} />
            </div>
            <WebhookFields
              key={webhook.updatedAt}
              typed={typedWebhook(initialValue, webhook)}
              errors={error}
            />
            <Inline>
              <Button {...press} variant="primary" value="saveWebhook">
                Save
              </Button>
            </Inline>
          </Stack>
        </Form>
        <Form method="post" preventScrollReset>
          <Inline>
            <Button {...press} value="sendTest" unavailable={!webhook.active && 'Switch it on first'}>
              Send a Test
            </Button>
            <Button {...press} value="renewSecret">
              New Secret
            </Button>
            <LinkButton size="form" variant="danger" to={`${to}/delete`} preventScrollReset>
              Delete
            </LinkButton>
            <LinkButton size="form" to={to} preventScrollReset>
              Look Again
            </LinkButton>
          </Inline>
        </Form>
        <section aria-labelledby="deliveries">
          <Stack gap={2}>
            <h3 id="deliveries">Deliveries of the last 30 days</h3>
            {deliveries.length > 0 ? (
              <DeliveryTable deliveries={deliveries} isOn={webhook.active} />
            ) : (
              <p>Nothing has been sent yet.</p>
            )}
            <Inline>
              {before !== undefined && (
                <LinkButton size="form" to={to} preventScrollReset>
                  Latest
                </LinkButton>
              )}
              {next !== undefined && (
                <LinkButton size="form" to={`${to}?before=${String(next)}`} preventScrollReset>
                  Earlier
                </LinkButton>
              )}
            </Inline>
          </Stack>
        </section>
      </Stack>
    </RouteDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
