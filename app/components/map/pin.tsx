import * as css from './map.css';
import type { Marker } from './scene';

/** Width and height in pixels. The center of the pin is on the point. */
export const PIN_PIXELS = 28;

type Props = { marker: Omit<Marker, 'key' | 'at' | 'label' | 'tasks' | 'stop'> };

/** The look of a marker in both engines. The engine gives the marker its accessible name. */
export function Pin({ marker }: Props) {
  const { sign, badge } = marker;
  return (
    <div aria-hidden="true" className={css.place}>
      <div className={lookOf(marker)}>
        {sign}
        {badge && <span className={css.badge}>{badge}</span>}
      </div>
    </div>
  );
}

function lookOf({ members, standing, driverColor, approximate, tone, type }: Props['marker']): string {
  if (members && standing !== 'selected')
    return css.clusters[standing === 'faded' ? 'faded' : tone === 'urgent' ? 'urgent' : 'plain'];
  const ofDriver =
    driverColor === null ? '' : (approximate ? css.ofDriverApproximate : css.ofDriver)[driverColor];
  const colors =
    standing === 'faded' ? css.faded : ofDriver || (approximate ? css.approximate : css.exact)[tone];
  return `${css.shape[type]} ${colors}`;
}
