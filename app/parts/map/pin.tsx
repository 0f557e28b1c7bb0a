import * as css from './pin.css';
import type { Marker } from './scene';

/** What a marker looks like, on whichever map. Its name is the marker's own. */
export function Pin({ marker }: { marker: Marker }) {
  const { approximate, tone, type, sign, tasks, offset } = marker;
  const [x, y] = offset;
  return (
    <div
      aria-hidden="true"
      className={`${css.pin} ${css.shape[type]} ${(approximate ? css.approximate : css.exact)[tone]}`}
      style={{ left: x, top: y }}
    >
      {sign}
      {tasks.length > 1 && <span className={css.count}>{tasks.length}</span>}
    </div>
  );
}
