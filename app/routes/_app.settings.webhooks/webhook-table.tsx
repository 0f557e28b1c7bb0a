import { Link } from '@remix-run/react';
import type { Webhook } from '~/domain/webhooks/schema';
import { EVENT_LABELS } from '~/domain/webhooks/events';
import * as css from '~/components/administration/table.css';
import { WebhookState } from '~/components/webhooks/webhook-state';

export function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Address</th>
          <th scope="col">Events</th>
          <th scope="col">State</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.id} className={webhook.active ? undefined : css.former}>
            <td data-label="Address">
              <span>{webhook.url}</span>
            </td>
            <td data-label="Events">
              <span>{webhook.events.map((event) => EVENT_LABELS[event]).join(', ')}</span>
            </td>
            <td data-label="State">
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
      </tbody>
    </table>
  );
}
