/** Links to the phone's navigation and to a phone call. */
import type { TaskCard as Task } from '~/domain/tasks/board/board';
import { VisuallyHidden } from '~/ui/hidden';
import { PhoneLink } from '~/ui/phone-link';
import * as css from './task-card.css';

type Props = {
  task: Task;
  /** Shows the number in figures; otherwise an icon, which takes no line of its own. */
  showsNumber?: boolean;
};

export function Ways({ task, showsNumber = false }: Props) {
  const { address, location, phone } = task;
  const destination = destinationOf(task);
  if (!destination && !phone) return null;
  return (
    <div className={css.ways}>
      {destination && (
        <a href={directionsTo(destination)} className={css.way} target="_blank" rel="noreferrer">
          {address || 'Navigate'}
          <VisuallyHidden> (opens navigation)</VisuallyHidden>
        </a>
      )}
      {phone && (
        <PhoneLink phone={phone} className={showsNumber ? css.way : css.callSign}>
          <VisuallyHidden>Call {location}: </VisuallyHidden>
          {showsNumber ? phone : <CallSign number={phone} />}
        </PhoneLink>
      )}
    </div>
  );
}

function CallSign({ number }: { number: string }) {
  return (
    <>
      <VisuallyHidden>{number}</VisuallyHidden>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path
          d="M6.6 3H4a1 1 0 0 0-1 1c0 9.4 7.6 17 17 17a1 1 0 0 0 1-1v-3.6l-4.6-1.6-2 2a14 14 0 0 1-6.2-6.2l2-2z"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      </svg>
    </>
  );
}

/** A pin set by hand is more exact than the address. */
function destinationOf({ address, latitude, longitude, geo_precision }: Task): string {
  const isPlaced = latitude !== null && longitude !== null;
  return isPlaced && (geo_precision === 'manual' || !address) ? `${latitude},${longitude}` : address;
}

/** Opens the Google Maps app where it is installed, and its page elsewhere. `geo:` does not work on iPhones. */
function directionsTo(destination: string): string {
  const query = new URLSearchParams({ api: '1', destination, travelmode: 'driving', dir_action: 'navigate' });
  return `https://www.google.com/maps/dir/?${query}`;
}
