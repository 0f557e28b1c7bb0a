import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { PageContext } from '~/components/page/page-context';
import { limitFetch } from './components/offline/fetch-timeout';

limitFetch();

/** A rejection that nobody handles is no reason to bother anybody: sign-in is handled elsewhere, the network comes back. */
window.addEventListener('unhandledrejection', (event) => {
  const message = String(event.reason instanceof Error ? event.reason.message : event.reason);
  event.preventDefault();
  if (/401|403|Unauthorized/.test(message)) return;
  if (/Network error|HTTP 5/.test(message)) console.warn('Network issue, expected to retry:', message);
  else console.error('Unhandled rejection:', event.reason);
});

// The import map, the names of the scripts and the style sheet came with the page; hydrating must find them as they are.
// When an error replaces the whole document, React makes the sheet anew, and the browser takes it only with this page's
// nonce.
const sheet = document.querySelector<HTMLStyleElement>('head style');
const page = {
  importMap: document.querySelector('script[type=importmap]')?.innerHTML,
  preloads: [...document.querySelectorAll<HTMLLinkElement>('head link[rel=modulepreload]')].map(
    (link) => link.getAttribute('href') ?? '',
  ),
  styles: sheet?.innerHTML ?? '',
  href: sheet?.dataset.all,
  routes: Object.keys(window.__remixRouteModules),
  nonce: sheet?.nonce,
};

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageContext.Provider value={page}>
        <RemixBrowser />
      </PageContext.Provider>
    </StrictMode>,
  );
});
