import { useLocation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { LinkButton } from './button';
import { Inline } from './layout';

/** A button for a page that failed. It tries by itself when the connection comes back. */
export function TryAgain() {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    window.addEventListener('online', revalidate);
    return () => {
      window.removeEventListener('online', revalidate);
    };
  }, [revalidate]);
  const here = pathname + search;
  return (
    <Inline>
      <LinkButton to={here} variant="primary" replace>
        Try Again
      </LinkButton>
      <LinkButton to={here} reloadDocument>
        Refresh Page
      </LinkButton>
    </Inline>
  );
}
