import { cssBundleHref } from '@remix-run/css-bundle';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react';
import { useContext } from 'react';
import { PageContext } from './page-context';

export default function App() {
  const { nonce } = useContext(PageContext);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {cssBundleHref && <link rel="stylesheet" href={cssBundleHref} nonce={nonce} suppressHydrationWarning />}
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}
