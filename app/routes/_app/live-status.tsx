import { Link, useLocation } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { useLive } from '~/live/use-live';
import { useRouter } from '~/ui/router-internals';
import { Time } from '~/ui/time';
import * as css from './frame.css';

/** The state of the live connection. Without JavaScript it shows the time of the page, and a link that reloads it. */
export function LiveStatus({ loadedAt }: { loadedAt: string }) {
  const { connection, since } = useLive(useRouter());
  const { pathname, search } = useLocation();
  const hydrated = useHydrated();
  if (!hydrated || connection === 'connecting') {
    return (
      <span className={css.line}>
        <span className={css.updated}>
          Updated <Time iso={loadedAt} />
        </span>
        <Link to={pathname + search} reloadDocument>
          Refresh
        </Link>
      </span>
    );
  }
  return (
    <span className={css.line} role="status">
      <span className={css.dot} data-line={connection} aria-hidden="true" />
      {connection === 'live' && 'Live'}
      {connection === 'reconnecting' && 'Reconnecting'}
      {connection === 'offline' && since && (
        <span>
          Offline since <Time iso={since} />
        </span>
      )}
    </span>
  );
}
