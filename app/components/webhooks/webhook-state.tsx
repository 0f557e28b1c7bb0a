import type { Webhook } from '~/domain/webhooks/schema';
import * as css from '~/components/administration/table.css';
import { Badge } from '~/ui/badge';
import { Time } from '~/ui/time';

/** Whether it is told anything, and how it goes. */
export function WebhookState({ webhook: { active, note, failingSince } }: { webhook: Webhook }) {
  if (!active)
    return (
      <span>
        <Badge tone="inactive">Off</Badge> {note && <span className={css.note}>{note}</span>}
      </span>
    );
  if (failingSince === null) return <Badge tone="completed">On</Badge>;
  return (
    <span>
      <Badge tone="urgent">Failing</Badge>{' '}
      <span className={css.note}>
        since <Time iso={failingSince} />
      </span>
    </span>
  );
}
