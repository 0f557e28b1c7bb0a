import type { LinksFunction, MetaFunction } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, useMatches, useRouteError } from '@remix-run/react';
import { useContext, type ReactNode } from 'react';
import { lookAttributes, ThemeColor, useLook, PageContext, PLAIN } from '~/components/page/page-context';
import './ui/global.css';
import { TryAgain, useFailure } from '~/ui/failure';
import { SteadyScroll } from './steady-scroll';
import { NoticePage } from './ui/notice-page';
import { StyledPage, WholeSheet } from './ui/sheet';
import { frame } from '~/words/en/frame';
import { direction, language } from '~/words/words';

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'apple-touch-icon', href: '/icons/180.png' },
];

export const meta: MetaFunction = ({ error }) => [
  { title: error ? `${frame.wrong} · Parts Dispatch` : 'Parts Dispatch' },
];

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, importMap, preloads, styles, href } = useContext(PageContext);
  const look = useLook();
  const isPlain = useMatches().some(({ handle }) => handle === PLAIN);
  return (
    <html lang={language()} dir={direction()} {...lookAttributes(look)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The import map must come before anything that loads a module. */}
        {importMap && !isPlain && (
          <script
            type="importmap"
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: importMap }}
          />
        )}
        {/* Remix lists them at the end of the document, which a slow processor reads much later. */}
        {!isPlain && preloads?.map((address) => <link key={address} rel="modulepreload" href={address} />)}
        <ThemeColor theme={look.theme} />
        <Meta />
        <Links />
        {/* The page contains its rules, so that the first paint needs no second request. React must not change the server's text. */}
        <style
          nonce={nonce}
          data-all={href}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: styles ?? '' }}
        />
        <WholeSheet href={href} />
      </head>
      <body>
        {children}
        {!isPlain && (
          <>
            <SteadyScroll nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  const { routes } = useContext(PageContext);
  return (
    <>
      <StyledPage cameWith={routes} />
      <Outlet />
    </>
  );
}

/** Shows errors outside of the signed-in frame, and of the frame itself. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { title, text } = useFailure(error, {
    title: error instanceof Error ? frame.applicationError : frame.wrong,
    text: frame.pageNotShown,
  });
  return (
    <NoticePage title={title} action={<TryAgain />}>
      <p>{text}</p>
    </NoticePage>
  );
}
