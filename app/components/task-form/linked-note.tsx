import { Link, useLocation } from '@remix-run/react';
import type { LinkedTask } from '~/domain/tasks/form/names.server';
import { STATUS_LABELS } from '~/domain/tasks/task';
import { Badge } from '~/ui/badge';
import * as css from './task-form.css';

/** The other half of a transfer: its delivery, or the transfer that this delivery comes out of. */
export function LinkedNote({ linked, isDelivery }: { linked: LinkedTask; isDelivery: boolean }) {
  const { search } = useLocation();
  const back = new URLSearchParams(search).get('back');
  const { id, location, status, driver } = linked;
  return (
    <p className={css.linked}>
      <Badge tone="linked">Linked</Badge>{' '}
      <span>
        {isDelivery ? 'Transfer' : 'Delivery'}:{' '}
        <Link
          to={`/dispatcher/tasks/${String(id)}${back ? `?${new URLSearchParams({ back })}` : ''}`}
          preventScrollReset
        >
          {location || 'no place yet'}
        </Link>{' '}
        ({STATUS_LABELS[status].toLowerCase()}){driver && ` for ${driver}`}
      </span>
    </p>
  );
}
