/** Buttons that open navigation or a phone call on the phone. */
import type { TaskCard as Task } from '~/domain/tasks/model/task';
import { buttonLook, PhoneLink } from '~/ui/button';
import * as css from './task-card.css';

type Props = {
  task: Task;
  /** Shows the digits of the number. */
  showsNumber?: boolean;
};

export function Ways({ task, showsNumber = false }: Props) {
  const { location, phone } = task;
  const destination = destinationOf(task);
  if (!destination && !phone) return null;
  return (
    <div className={css.ways}>
      {destination && (
        <a
          href={directionsTo(destination)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Navigate to ${location} (opens navigation)`}
          {...buttonLook(WIDE)}
        >
          Navigate
        </a>
      )}
      {phone && (
        <PhoneLink phone={phone} aria-label={`Call ${location}: ${phone}`} {...buttonLook(WIDE)}>
          {showsNumber ? `Call ${phone}` : 'Call'}
        </PhoneLink>
      )}
    </div>
  );
}

const WIDE = { size: 'touch', wide: true } as const;

/** A pin set by hand is more exact than the address. */
function destinationOf({ address, latitude, longitude, geo_precision }: Task): string {
  const isPlaced = latitude !== null && longitude !== null;
  return isPlaced && (geo_precision === 'manual' || !address) ? `${latitude},${longitude}` : address;
}

/** Opens the Google Maps app if it is installed, else its web page. `geo:` does not work on iPhones. */
function directionsTo(destination: string): string {
  const query = new URLSearchParams({ api: '1', destination, travelmode: 'driving', dir_action: 'navigate' });
  return `https://www.google.com/maps/dir/?${query}`;
}
