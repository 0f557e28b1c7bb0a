import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { PageContext } from '~/components/page/page-context';
import { renderedRoutes } from '~/ui/router-internals';
import { limitFetch } from './components/offline/fetch-timeout';

limitFetch();

/**
 * Unhandled rejections need no message to the user: other code handles ended sessions, and the network will come back.
 */
window.addEventListener('unhandledrejection', (event) => {
  const message = String(event.reason instanceof Error ? event.reason.message : event.reason);
  event.preventDefault();
  if (/401|403|Unauthorized/.test(message)) return;
  if (/Network error|HTTP 5/.test(message)) console.warn('Network issue, expected to retry:', message);
  else console.error('Unhandled rejection:', event.reason);
});

// Hydration needs the values that the server rendered: the import map, the scripts and the style sheet. When an error
// replaces the whole document, React makes the style sheet anew, and the browser accepts it only with this page's
// nonce.
const sheet = document.querySelector<HTMLStyleElement>('head style');
const page = {
  importMap: document.querySelector('script[type=importmap]')?.innerHTML,
  preloads: [...document.querySelectorAll<HTMLLinkElement>('head link[rel=modulepreload]')].map(
    (link) => link.getAttribute('href') ?? '',
  ),
  styles: sheet?.innerHTML ?? '',
  href: sheet?.dataset.all,
  routes: renderedRoutes(),
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
