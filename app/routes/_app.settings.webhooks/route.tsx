import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { SettingsPage } from '~/components/administration/settings-page';
import { WebhookState } from '~/modules/webhooks/webhook-fields';
import { EVENT_LABELS } from '~/domain/platform/webhook-events';
import { listWebhooks } from '~/modules/webhooks/commands.server';
import type { Webhook } from '~/modules/webhooks/schema';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { LinkButton } from '~/ui/button';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { EmptyState } from '~/ui/banner';

export const meta: MetaFunction = () => [{ title: 'Webhooks · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listWebhooks.spec.may);
  return { webhooks: await load(() => listWebhooks({ actor })) };
}

export default function Webhooks() {
  const { webhooks } = useLoaderData<typeof loader>();
  return (
    <SettingsPage
      title="Webhooks"
      description="Other programs that are notified when tasks change"
      actions={
        <LinkButton variant="primary" size="form" to="/settings/webhooks/new">
          New Webhook
        </LinkButton>
      }
    >
      {webhooks.length > 0 ? <WebhookTable webhooks={webhooks} /> : <EmptyState>No webhooks yet.</EmptyState>}
    </SettingsPage>
  );
}

function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <Table columns={['URL', 'Events', 'Status', 'Actions']}>
      {webhooks.map((webhook) => (
        <tr key={webhook.id} className={webhook.active ? undefined : css.former}>
          <td data-label="URL">
            <span>{webhook.url}</span>
          </td>
          <td data-label="Events">
            <span>{webhook.events.map((event) => EVENT_LABELS[event]).join(', ')}</span>
          </td>
          <td data-label="Status">
            <WebhookState webhook={webhook} />
          </td>
          <td data-label="Actions">
            <Link
              to={`/settings/webhooks/${String(webhook.id)}`}
              className={css.rowLink}
              preventScrollReset
              aria-label={`Open ${webhook.url}`}
            >
              Open
            </Link>
          </td>
        </tr>
      ))}
    </Table>
  );
}
