import * as css from './map.css';
import type { Marker } from './scene';

/** Width and height in pixels. Its center is on the point. */
export const PIN_PIXELS = 28;

/** The look of a marker in both engines. Its accessible name is on the marker. */
export function Pin({ marker }: { marker: Marker }) {
  const { approximate, tone, type, sign, tasks, clusterSize } = marker;
  if (clusterSize !== undefined) {
    return (
      <div aria-hidden="true" className={`${css.pin} ${tone === 'urgent' ? css.urgentCluster : css.cluster}`}>
        {sign}
      </div>
    );
  }
  return (
    <div
      aria-hidden="true"
      className={`${css.pin} ${css.shape[type]} ${(approximate ? css.approximate : css.exact)[tone]}`}
    >
      {sign}
      {tasks.length > 1 && <span className={css.count}>{tasks.length}</span>}
    </div>
  );
}
