/** A driver's day as a line and a list. Drawn by the server, so it is there without JavaScript. */
import type { Trail } from '~/domain/positions/trail.server';
import { onSquareWorld } from '~/domain/routing/coordinates';
import { EmptyState } from '~/ui/empty';
import { Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';
import * as css from './trail.css';

const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = 16;
/** A list of all that a phone sends is not read by anybody. */
const MINUTE_MS = 60_000;

export function TrailView({ trail: { positions, keptDays } }: { trail: Trail }) {
  if (positions.length === 0) return <EmptyState>No positions are stored for this day</EmptyState>;
  const listed = positions.filter(({ at }, index) => {
    const before = positions[index - 1];
    return !before || minuteOf(at) !== minuteOf(before.at);
  });
  return (
    <Stack gap={3}>
      <Line positions={positions} />
      <p>
        {positions.length.toLocaleString('en-US')} positions, one of each minute listed. They are deleted
        after {keptDays} {keptDays === 1 ? 'day' : 'days'}.
      </p>
      <Table columns={['Time', 'Place', 'Accuracy', 'Battery', 'From']}>
        {listed.map(({ at, latitude, longitude, accuracy, battery, source }) => (
          <tr key={`${at} ${source}`}>
            <td data-label="Time">
              <Time iso={at} />
            </td>
            <td data-label="Place">
              {latitude.toFixed(5)}, {longitude.toFixed(5)}
            </td>
            <td data-label="Accuracy">
              {accuracy === null ? 'Unknown' : `${String(Math.round(accuracy))} m`}
            </td>
            <td data-label="Battery">{battery === null ? 'Unknown' : `${String(battery)}%`}</td>
            <td data-label="From">{source}</td>
          </tr>
        ))}
      </Table>
    </Stack>
  );
}

const minuteOf = (iso: string) => Math.floor(Date.parse(iso) / MINUTE_MS);

/** North is up; the longer side fills the picture. */
function Line({ positions }: Pick<Trail, 'positions'>) {
  const points = positions.map(({ latitude, longitude }) => onSquareWorld({ lat: latitude, lng: longitude }));
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [across, down] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(across, 1e-9),
    (HEIGHT - 2 * MARGIN) / Math.max(down, 1e-9),
    // A driver who stands still is a point, not the noise of it.
    2 ** 20,
  );
  const shown = points.map(({ x, y }) => ({
    x: WIDTH / 2 + (x - left - across / 2) * scale,
    y: HEIGHT / 2 + (y - top - down / 2) * scale,
  }));
  const path = shown.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  const [first, last] = [shown[0], shown.at(-1)];
  return (
    <svg
      role="img"
      aria-label="The way driven, north is up"
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      className={css.picture}
    >
      <path d={`M${path}`} className={css.way} />
      {first && <circle cx={first.x} cy={first.y} r={5} className={css.start} />}
      {last && <circle cx={last.x} cy={last.y} r={7} className={css.end} />}
    </svg>
  );
}
