/** Parts of the edit dialog that show the stored task. */
import { Link, useLocation, useNavigate } from '@remix-run/react';
import { Field, Input } from '~/ui/field';
import type { TaskArrival } from '~/domain/scheduling/arrivals/arrivals.server';
import { roads } from '~/words/en/roads';
import { formatMoment, Time, useZone } from '~/ui/time';
import type { LinkedTask } from '~/domain/tasks/store/queries.server';
import { useEffect, useState } from 'react';
import { TaskTrouble } from '~/components/board/dialog-trouble';
import { useViewLink } from '~/components/board/board-links';
import { ORDER_LABEL } from '~/domain/tasks/model/office-facts';
import { STATUS_LABELS } from '~/domain/tasks/model/task';
import { paramsOf } from '~/forms/view-params';
import { usePerson } from '~/forms/person';
import { keptIn, moveKeptInput } from '~/forms/use-kept-input';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import * as css from './task-form.css';

/** The person who entered the task, and the time (ISO 8601). Read-only. */
export function CreatedBy({ name, at }: { name: string; at: string }) {
  const zone = useZone();
  return (
    <Field label="Created By" name="created_by_shown" id="task-created-by">
      {({ id }) => (
        <Input id={id} readOnly suppressHydrationWarning value={`${name} · ${formatMoment(at, zone)}`} />
      )}
    </Field>
  );
}

/** The number under which another system knows the order. Read-only. */
export const OrderNumber = ({ number }: { number: string }) => (
  <Field label={ORDER_LABEL} name="external_ref_shown" id="task-order-number">
    {({ id }) => <Input id={id} readOnly value={number} />}
  </Field>
);

/** The other task of a transfer: its delivery, or the transfer that this delivery belongs to. */
export function LinkedNote({ linked, isDelivery }: { linked: LinkedTask; isDelivery: boolean }) {
  const { search } = useLocation();
  const back = new URLSearchParams(search).get('back');
  const { id, location, status, driver } = linked;
  return (
    <p className={css.linked}>
      <Badge tone="linked">Linked</Badge>{' '}
      <span>
        {isDelivery ? 'Transfer' : 'Delivery'}:{' '}
        <Link to={`/dispatcher/tasks/${String(id)}${paramsOf({ back })}`} preventScrollReset>
          {location || 'no location yet'}
        </Link>{' '}
        ({STATUS_LABELS[status].toLowerCase()}){driver && ` for ${driver}`}
      </span>
    </p>
  );
}

const BEGINS: Record<TaskArrival['basis']['from'], (driver: string) => string> = {
  position: (driver) => `${driver}’s position`,
  stop: (driver) => `${driver}’s last stop`,
  start: (driver) => `${driver}’s start`,
  now: () => 'an unknown place',
};

/** Shows clock times, because a duration would be wrong when the page is read later. */
export function ArrivalLine({ arrival }: { arrival: TaskArrival & { driver: string } }) {
  const { expectedAt, earliestAt, latestAt, waitsUntil, breakUntil, late, basis, driver } = arrival;
  return (
    <p className={css.linked}>
      <strong>
        Arrives about <Time iso={expectedAt} />
        {late && ', likely late'}
      </strong>{' '}
      (<Time iso={earliestAt} />–<Time iso={latestAt} />
      ), from {BEGINS[basis.from](driver)}
      {basis.at && (
        <>
          {' '}
          at <Time iso={basis.at} />
        </>
      )}
      . {roads.sources[basis.roads]}.
      {breakUntil && (
        <>
          {' '}
          {driver} has a break before, until about <Time iso={breakUntil} />.
        </>
      )}
      {waitsUntil && (
        <>
          {' '}
          {driver} is early and waits until <Time iso={waitsUntil} />.
        </>
      )}
    </p>
  );
}

const NEW_TASK = '/dispatcher/tasks/new';

/** Replaces a task that can't be shown. In most cases someone has deleted it. Typed input is not lost. */
export function DeletedTask() {
  const { pathname } = useLocation();
  const person = usePerson();
  const viewLink = useViewLink();
  const navigate = useNavigate();
  const [hasInput, setHasInput] = useState(false);
  useEffect(() => {
    setHasInput(keptIn(person, pathname));
  }, [person, pathname]);
  return (
    <TaskTrouble>
      {hasInput && (
        <Button
          type="button"
          variant="primary"
          onClick={() => {
            moveKeptInput(person, pathname, NEW_TASK);
            navigate(viewLink(NEW_TASK), { preventScrollReset: true });
          }}
        >
          New task with what I typed
        </Button>
      )}
    </TaskTrouble>
  );
}
