/** The suggested order of stops, its savings, and the button that applies it. */
import { Form, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { LatLng } from '~/domain/geography/coordinates';
import { inMiles } from '~/domain/geography/distance';
import { durationLabel, minutesLabel } from '~/domain/kernel/time';
import { roads } from '~/words/en/roads';
import { Button } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { Time } from '~/ui/time';
import { suggestion as words } from '~/words/en/order';
import { asWritten } from '~/words/words';
import { APPLY, type RoutePanelData, type Suggestion } from './panel';
import * as css from './route-panel.css';

type OrderProps = {
  panel: RoutePanelData;
  suggestion: Suggestion;
  driverName: string;
  size: 'dense' | 'touch';
  children?: ReactNode;
};

/** This component is loaded with the first suggestion. */
export default function SuggestedOrder({ panel, suggestion, driverName, size, children }: OrderProps) {
  const { activeCount, applied } = panel;
  const { stops, taskIds, minutesSaved, metres, minutes, estimated, source } = suggestion;
  return (
    <Stack gap={3}>
      <p role="status">
        {titleOf(panel)} <span {...asWritten()}>{driverName}</span> {estimated && words.estimated}
      </p>
      {minutesSaved > 0 && !applied && <p className={css.gain}>{words.saved(minutesLabel(minutesSaved))}</p>}
      {size === 'touch' && <Sketch path={suggestion.path} />}
      <div>
        <h4>{words.heading}</h4>
        <ol className={css.order}>
          {stops.map((stop) => (
            <Stop key={`${stop.location} ${stop.address}`} stop={stop} />
          ))}
        </ol>
      </div>
      <Notes suggestion={suggestion} />
      <dl className={css.totals}>
        <dt>{words.distance}</dt>
        <dd>{inMiles(metres)}</dd>
        <dt>{words.time}</dt>
        <dd>{minutesLabel(minutes)}</dd>
        {source !== 'estimate' && (
          <>
            <dt>{words.source}</dt>
            <dd>{roads.sources[source]}</dd>
          </>
        )}
      </dl>
      {applied && <p>{words.applied}</p>}
      <Inline>
        {!applied && activeCount > 1 && <ApplyForm taskIds={taskIds} size={size} />}
        {children}
      </Inline>
    </Stack>
  );
}

/** Draws straight lines from the start through the stops. North is up. */
function Sketch({ path }: { path: LatLng[] }) {
  const [first] = path;
  if (!first || path.length < 2) return null;
  const shrink = Math.cos((first.lat * Math.PI) / 180);
  const points = path.map(({ lat, lng }) => [lng * shrink, -lat] as const);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const scale = Math.min(300 / (Math.max(...xs) - left || 1), 140 / (Math.max(...ys) - top || 1));
  const placed = points.map(([x, y]) => [10 + (x - left) * scale, 10 + (y - top) * scale] as const);
  return (
    <svg viewBox="0 0 320 160" className={css.sketch} role="img" aria-label={words.sketch}>
      <polyline points={placed.map((point) => point.join()).join(' ')} />
      {placed.map(([x, y], index) => (
        <circle key={index} cx={x} cy={y} r={index === 0 ? 7 : 5} />
      ))}
    </svg>
  );
}

function titleOf({ activeCount, applied }: RoutePanelData): string {
  if (applied) return words.appliedFor;
  return activeCount === 1 ? words.displayedFor : words.optimizedFor;
}

function Stop({ stop: { location, address, late } }: { stop: Suggestion['stops'][number] }) {
  return (
    <li>
      <strong {...asWritten()}>{location}</strong>
      {address && (
        <span className={css.address} {...asWritten()}>
          {' '}
          {address}
        </span>
      )}
      {late && (
        <span className={css.late}>
          {' '}
          {words.arrivesAbout}
          <Time iso={late.arrivesAt} />
          {words.minutesLate(durationLabel(late.minutes))}
        </span>
      )}
    </li>
  );
}

function Notes({ suggestion: { note, withoutPlace, withoutWayBack } }: { suggestion: Suggestion }) {
  return (
    <>
      {note && <p className={css.note}>{note}</p>}
      {withoutWayBack && <p className={css.note}>{words.noWayBack}</p>}
      {withoutPlace > 0 && <p>{words.notOnMap(withoutPlace)}</p>}
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
      <Button
        variant="primary"
        size={size}
        name="intent"
        value={APPLY}
        pending={isApplying && words.applying}
      >
        {words.apply}
      </Button>
    </Form>
  );
}
