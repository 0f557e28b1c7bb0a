/** Route Optimization: a suggested order of stops, and applying it. Its state is the page's address. */
import { Form, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { NOT_AVAILABLE, NO_ACTIVE_TASKS } from '~/domain/routing/texts';
import { Banner } from '~/ui/banner';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/field';
import { DISTANCE_BASED, inMiles, inMinutes } from '~/domain/routing/distance';
import { Time } from '~/ui/time';
import { APPLY, refusalOf, type RoutePanelData, type Suggestion } from './panel';
import * as css from './route-panel.css';

type Props = {
  panel: RoutePanelData;
  driverName: string;
  /** The page with a suggestion on it. */
  suggestTo: string;
  size?: 'dense' | 'touch';
  /** More buttons for a suggestion. */
  children?: ReactNode;
};

export function RoutePanel({ panel, driverName, suggestTo, size = 'dense', children }: Props) {
  const { available, activeCount, suggestion } = panel;
  const refusal = refusalOf(useAnswer());
  const isApplying = useNavigation().formData?.get('intent') === APPLY;
  const error = isApplying ? null : (refusal ?? panel.error);
  return (
    <details className={css.panel} open={suggestion !== null || error !== null}>
      <summary className={css.summary}>
        <h3>Route Optimization</h3>
      </summary>
      <Stack gap={3}>
        {activeCount === 0 ? (
          <p>{NO_ACTIVE_TASKS}</p>
        ) : (
          <SuggestForm panel={panel} suggestTo={suggestTo} size={size} />
        )}
        {!available && <p>{NOT_AVAILABLE}</p>}
        {error && <Banner tone="error">{error}</Banner>}
        {suggestion && activeCount > 0 && (
          <SuggestedOrder panel={panel} suggestion={suggestion} driverName={driverName} size={size}>
            {children}
          </SuggestedOrder>
        )}
      </Stack>
    </details>
  );
}

type FormProps = { panel: RoutePanelData; suggestTo: string; size: 'dense' | 'touch' };

/** A GET form: a suggestion has an address of its own, and Back leads away from it. */
function SuggestForm({ panel, suggestTo, size }: FormProps) {
  const { available, activeCount, comesBack, suggestion } = panel;
  const { state, location, formMethod } = useNavigation();
  const isLooking = state === 'loading' && formMethod === 'GET' && location.search.includes('suggest=');
  const [path = '', search = ''] = suggestTo.split('?');
  return (
    <Form method="get" action={path} preventScrollReset replace>
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Inline>
        <Button
          size={size}
          variant={suggestion ? 'secondary' : 'primary'}
          disabled={!available}
          pending={isLooking && 'Looking for a route...'}
        >
          {activeCount === 1 ? 'Show Route' : 'Suggest Route'}
        </Button>
        <Checkbox
          key={String(comesBack)}
          label="Return to the dealership"
          name="return"
          value="1"
          defaultChecked={comesBack}
          disabled={!available}
        />
      </Inline>
    </Form>
  );
}

type OrderProps = {
  panel: RoutePanelData;
  suggestion: Suggestion;
  driverName: string;
  size: 'dense' | 'touch';
  children?: ReactNode;
};

function SuggestedOrder({ panel, suggestion, driverName, size, children }: OrderProps) {
  const { activeCount, applied } = panel;
  const { stops, taskIds, minutesSaved, metres, minutes, estimated } = suggestion;
  return (
    <>
      <p role="status">
        {titleOf(panel)} {driverName} {estimated && DISTANCE_BASED}
      </p>
      {minutesSaved > 0 && !applied && <p>{inMinutes(minutesSaved)} saved</p>}
      <div>
        <h4>Suggested Route Order</h4>
        <ol className={css.order}>
          {stops.map((stop) => (
            <Stop key={`${stop.location} ${stop.address}`} stop={stop} />
          ))}
        </ol>
      </div>
      <Notes suggestion={suggestion} />
      <dl className={css.totals}>
        <dt>Total Distance</dt>
        <dd>{inMiles(metres)}</dd>
        <dt>Total Time</dt>
        <dd>{inMinutes(minutes)}</dd>
      </dl>
      {applied && <p>Route order has been applied to task list</p>}
      <Inline>
        {!applied && activeCount > 1 && <ApplyForm taskIds={taskIds} size={size} />}
        {children}
      </Inline>
    </>
  );
}

function titleOf({ activeCount, applied }: RoutePanelData): string {
  if (applied) return 'Route applied for';
  return activeCount === 1 ? 'Route displayed for' : 'Route optimized for';
}

function Stop({ stop: { location, address, late } }: { stop: Suggestion['stops'][number] }) {
  return (
    <li>
      <strong>{location}</strong>
      {address && <span className={css.address}> {address}</span>}
      {late && (
        <span className={css.late}>
          {' '}
          Arrives about <Time iso={late.arrivesAt} />, {inMinutes(late.minutes)} late
        </span>
      )}
    </li>
  );
}

function Notes({ suggestion: { note, withoutPlace, withoutWayBack } }: { suggestion: Suggestion }) {
  return (
    <>
      {note && <p className={css.note}>{note}</p>}
      {withoutWayBack && (
        <p className={css.note}>
          Nobody knows where the driver&apos;s dealership is, so the way back is left out.
        </p>
      )}
      {withoutPlace > 0 && (
        <p>
          {withoutPlace === 1 ? '1 task has' : `${String(withoutPlace)} tasks have`} no place on the map yet
          and {withoutPlace === 1 ? 'comes' : 'come'} last.
        </p>
      )}
    </>
  );
}

function ApplyForm({ taskIds, size }: { taskIds: number[]; size: OrderProps['size'] }) {
  const isApplying = useNavigation().formData?.get('intent') === APPLY;
  return (
    <Form method="post" preventScrollReset>
      {taskIds.map((id) => (
        <input key={id} type="hidden" name="taskIds" value={id} />
      ))}
      <Button variant="primary" size={size} name="intent" value={APPLY} pending={isApplying && 'Applying...'}>
        Apply Route Order
      </Button>
    </Form>
  );
}
