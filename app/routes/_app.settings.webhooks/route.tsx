import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listWebhooks } from '~/domain/webhooks/queries.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { SettingsTrouble } from '~/components/administration/settings-trouble';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { EmptyState } from '~/ui/empty';
import { Inline, Stack } from '~/ui/layout';
import { WebhookTable } from './webhook-table';

export const meta: MetaFunction = () => [{ title: 'Webhooks · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listWebhooks.spec.may);
  return { webhooks: await load(() => listWebhooks({ actor })) };
}

export default function Webhooks() {
  const { webhooks } = useLoaderData<typeof loader>();
  return (
    <RouteDialog
      title="Webhooks"
      description="Other programs that hear of changes of tasks"
      closeTo="/settings"
      size="wide"
    >
      <Stack gap={3}>
        <Inline>
          <LinkButton variant="primary" size="form" to="/settings/webhooks/new" preventScrollReset>
            New Webhook
          </LinkButton>
        </Inline>
        {webhooks.length > 0 ? (
          <WebhookTable webhooks={webhooks} />
        ) : (
          <EmptyState>No program is told of changes yet.</EmptyState>
        )}
      </Stack>
    </RouteDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
