import type { LinksFunction } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from '@remix-run/react';
import { useContext, type ReactNode } from 'react';
import { PageContext } from './page-context';
import './ui/global.css';
import { LinkButton } from './ui/button';
import { EmptyState } from './ui/empty';
import { Inline } from './ui/layout';

export const links: LinksFunction = () => [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }];

export default function App() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

function Shell({ children }: { children: ReactNode }) {
  const { nonce, styles } = useContext(PageContext);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b57d0" />
        <Meta />
        <Links />
        {/* With the page, so that its first paint waits for no second answer. The browser keeps what the server wrote. */}
        <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styles ?? '' }} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** The last resort: what happens outside of the signed-in frame, or to the frame itself. */
export function ErrorBoundary() {
  const error = useRouteError();
  const offline = typeof navigator !== 'undefined' && !navigator.onLine;
  return (
    <Shell>
      <title>Something went wrong · Parts Dispatch</title>
      <main>
        <h1>{error instanceof Error ? 'Application Error' : 'Something went wrong'}</h1>
        <EmptyState
          action={
            <Inline>
              <LinkButton to="" reloadDocument variant="primary">
                Try Again
              </LinkButton>
              <LinkButton to="/" reloadDocument>
                Refresh Page
              </LinkButton>
            </Inline>
          }
        >
          {offline
            ? 'There is no connection at the moment. What you saved is safe; try again when you are back online.'
            : 'The page could not be shown. What you saved is safe.'}
        </EmptyState>
      </main>
    </Shell>
  );
}
