import { Link, useLocation } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { useLive } from '~/live/use-live';
import { Time } from '~/ui/time';
import * as css from './frame.css';

/** The truth about the line. Without JavaScript: when the page was made, and a link that makes it anew. */
export function LiveStatus({ loadedAt }: { loadedAt: string }) {
  const { line, since } = useLive();
  const { pathname, search } = useLocation();
  const hydrated = useHydrated();
  if (!hydrated || line === 'connecting') {
    return (
      <span className={css.line}>
        <span>
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
      <span className={css.dot} data-line={line} aria-hidden="true" />
      {line === 'live' && 'Live'}
      {line === 'reconnecting' && 'Reconnecting'}
      {line === 'offline' && since && (
        <span>
          Offline since <Time iso={since} />
        </span>
      )}
    </span>
  );
}
