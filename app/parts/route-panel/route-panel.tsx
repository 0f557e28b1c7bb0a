/** Route Optimization: a suggested order of stops, and applying it. Its state is the page's address. */
import { Form, useNavigation } from '@remix-run/react';
import { DISTANCE_BASED, inMiles, inMinutes } from '~/domain/routing/distance';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import type { RoutePanelData } from './panel.server';
import * as css from './route-panel.css';

type Props = {
  panel: RoutePanelData;
  driverName: string;
  /** The page with a suggestion on it. */
  suggestTo: string;
  size?: 'dense' | 'thumb';
};

export function RoutePanel({ panel, driverName, suggestTo, size = 'dense' }: Props) {
  const { activeCount, suggestion, error } = panel;
  const { state, location, formData } = useNavigation();
  const isLooking = state === 'loading' && location.search.includes('suggest=') && !formData;
  return (
    <details className={css.panel} open={suggestion !== null || error !== null}>
      <summary className={css.summary}>
        <h3>Route Optimization</h3>
      </summary>
      <Stack gap={3}>
        {activeCount === 0 ? (
          <p>No active tasks available for route planning</p>
        ) : (
          <Inline>
            <LinkButton
              to={suggestTo}
              size={size}
              variant={suggestion ? 'secondary' : 'primary'}
              aria-disabled={isLooking || undefined}
              preventScrollReset
              replace
            >
              {isLooking ? 'Looking for a route...' : activeCount === 1 ? 'Show Route' : 'Suggest Route'}
            </LinkButton>
          </Inline>
        )}
        {error && <Banner tone="error">{error}</Banner>}
        {suggestion && activeCount > 0 && (
          <Suggestion panel={panel} suggestion={suggestion} driverName={driverName} size={size} />
        )}
      </Stack>
    </details>
  );
}

type SuggestionProps = Pick<Props, 'panel' | 'driverName' | 'size'> & {
  suggestion: NonNullable<RoutePanelData['suggestion']>;
};

function Suggestion({ panel: { activeCount, applied }, suggestion, driverName, size }: SuggestionProps) {
  const isApplying = useNavigation().formData?.get('intent') === 'applyRoute';
  const { stops, taskIds, minutesSaved, metres, minutes, estimated, note, withoutPlace } = suggestion;
  const done = applied
    ? 'Route applied for'
    : activeCount === 1
      ? 'Route displayed for'
      : 'Route optimized for';
  return (
    <>
      <p role="status">
        {done} {driverName} {estimated && DISTANCE_BASED}
      </p>
      {minutesSaved > 0 && !applied && <p>{inMinutes(minutesSaved)} saved</p>}
      <div>
        <h4>Suggested Route Order</h4>
        <ol className={css.order}>
          {stops.map(({ location, address }) => (
            <li key={`${location} ${address}`}>
              <strong>{location}</strong>
              {address && <span className={css.address}> {address}</span>}
            </li>
          ))}
        </ol>
      </div>
      {note && <p className={css.note}>{note}</p>}
      {withoutPlace > 0 && (
        <p>
          {withoutPlace === 1 ? '1 task has' : `${String(withoutPlace)} tasks have`} no place on the map yet
          and {withoutPlace === 1 ? 'comes' : 'come'} last.
        </p>
      )}
      <dl className={css.totals}>
        <dt>Total Distance</dt>
        <dd>{inMiles(metres)}</dd>
        <dt>Total Time</dt>
        <dd>{inMinutes(minutes)}</dd>
      </dl>
      {applied ? (
        <p>Route order has been applied to task list</p>
      ) : (
        activeCount > 1 && (
          <Form method="post" preventScrollReset>
            {taskIds.map((id) => (
              <input key={id} type="hidden" name="taskIds" value={id} />
            ))}
            <Button
              variant="primary"
              size={size}
              name="intent"
              value="applyRoute"
              pending={isApplying && 'Applying...'}
            >
              Apply Route Order
            </Button>
          </Form>
        )
      )}
    </>
  );
}
