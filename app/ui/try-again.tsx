import { useLocation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { LinkButton } from './button';
import { Inline } from './layout';

/** For a page that failed. When the connection comes back, it tries by itself. */
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
