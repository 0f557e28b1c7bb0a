import { Link } from '@remix-run/react';
import { TryAgain } from '~/ui/try-again';
import * as css from './history.css';

/** In place of the rows. */
export function LoadingTrouble({ trouble }: { trouble: string | null }) {
  return (
    <div className={css.trouble} role="alert">
      <h3>Error loading history</h3>
      {trouble ? (
        <p>
          {trouble}. Choose another day, or <Link to="/history">go to today</Link>.
        </p>
      ) : (
        <>
          <p>Unable to load task history. Please try refreshing the page.</p>
          <TryAgain />
        </>
      )}
    </div>
  );
}
