/**
 * A driver's day as a picture and lists. The server draws it, so it works without JavaScript. The map replaces the
 * picture.
 */
import { Suspense, useCallback, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { TrailDrawing } from '~/domain/tracking/trail.server';
import { onSquareWorld, type LatLng } from '~/domain/geography/coordinates';
import { EmptyState } from '~/ui/banner';
import { Stack } from '~/ui/layout';
import { lazyOr, Nothing } from '~/ui/lazy-or';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';
import { trail as words } from '~/words/en/positions';
import { asWritten, locale } from '~/words/words';
import * as css from './trail.css';

/** Keeps the picture when the map can't be loaded. */
const TrailMap = lazyOr(() => import('./trail-map.client'), Nothing);

export type TrailProps = { trail: TrailDrawing };

export default function TrailDrawn({ trail }: TrailProps) {
  const { count, keptDays, pieces, stops, date, driver } = trail;
  if (count === 0 && stops.length === 0) return <EmptyState>{words.none}</EmptyState>;
  return (
    <Stack gap={3}>
      <Way key={`${date} ${driver}`} trail={trail} />
      <p>
        {words.count(count.toLocaleString(locale()), count)}
        {pieces.length > 1 && words.broken}
        {words.deleted(keptDays)}
      </p>
      {stops.length > 0 && <Stops trail={trail} />}
      {count > 0 && <Positions trail={trail} />}
    </Stack>
  );
}

function Way({ trail }: TrailProps) {
  const isHydrated = useHydrated();
  const [isMap, setMap] = useState(false);
  const onReady = useCallback(() => {
    setMap(true);
  }, []);
  return (
    <div className={css.frame} data-driver-color={trail.mark?.color}>
      {!isMap && <Picture trail={trail} />}
      {isHydrated && (
        <Suspense>
          <TrailMap trail={trail} onReady={onReady} />
        </Suspense>
      )}
    </div>
  );
}

const Stops = ({ trail: { stops, date } }: TrailProps) => (
  <Table columns={[words.stop, words.place, words.arrived, words.left]}>
    {stops.map(({ name, arrivedAt, leftAt }, index) => (
      <tr key={arrivedAt}>
        <td data-label={words.stop}>{index + 1}</td>
        <td data-label={words.place} {...asWritten()}>
          {name}
        </td>
        <td data-label={words.arrived}>
          <Time iso={arrivedAt} day={date} />
        </td>
        <td data-label={words.left}>{leftAt === null ? words.notYet : <Time iso={leftAt} day={date} />}</td>
      </tr>
    ))}
  </Table>
);

/** The list is folded and has one position of each minute, because no one reads all that a phone sends. */
const Positions = ({ trail: { listed, date } }: TrailProps) => (
  <details>
    <summary className={css.summary}>{words.positions}</summary>
    <Table columns={[words.time, words.place, words.accuracy, words.battery, words.from]}>
      {listed.map(({ at, latitude, longitude, accuracy, battery, source }) => (
        <tr key={`${at} ${source}`}>
          <td data-label={words.time}>
            <Time iso={at} day={date} />
          </td>
          <td data-label={words.place}>
            {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </td>
          <td data-label={words.accuracy}>
            {accuracy === null ? words.unknown : `${String(Math.round(accuracy))} m`}
          </td>
          <td data-label={words.battery}>{battery === null ? words.unknown : `${String(battery)}%`}</td>
          <td data-label={words.from} {...(source !== words.driversPage && asWritten())}>
            {source}
          </td>
        </tr>
      ))}
    </Table>
  </details>
);

const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = 16;

/** North is up. The longer side fills the picture. */
function Picture({ trail: { pieces, stops } }: TrailProps) {
  const points = [...pieces.flat(), ...stops].map(onSquareWorld);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [across, down] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(across, 1e-9),
    (HEIGHT - 2 * MARGIN) / Math.max(down, 1e-9),
    // Limits the scale, so that the noise of a driver who stands still looks like a point.
    2 ** 23,
  );
  const place = (point: LatLng) => {
    const { x, y } = onSquareWorld(point);
    return {
      x: (WIDTH / 2 + (x - left - across / 2) * scale).toFixed(1),
      y: (HEIGHT / 2 + (y - top - down / 2) * scale).toFixed(1),
    };
  };
  const path = pieces.map(
    (piece) => `M${piece.map((point) => Object.values(place(point)).join(' ')).join('L')}`,
  );
  const ends = [pieces[0]?.[0], pieces.at(-1)?.at(-1)];
  const [first, last] = ends.map((point) => point && place(point));
  return (
    <svg
      role="img"
      aria-label={words.picture}
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      className={css.picture}
    >
      <path d={path.join('')} className={css.way} />
      {first && <circle cx={first.x} cy={first.y} r={5} className={css.start} />}
      {last && <circle cx={last.x} cy={last.y} r={7} className={css.end} />}
      {stops.map((stop, index) => {
        const { x, y } = place(stop);
        return (
          <g key={stop.arrivedAt}>
            <circle cx={x} cy={y} r={13} className={css.stopSpot} />
            <text x={x} y={y} className={css.stopNumber}>
              {index + 1}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
