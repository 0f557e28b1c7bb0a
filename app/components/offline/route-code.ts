/**
 * Loads the code of pages and dialogs: dialogs' code before it is needed, and code that can't be loaded now as soon as
 * it can.
 */
import { useMatches } from '@remix-run/react';
import { useEffect } from 'react';
import { whenIdle } from '~/ui/lazy-or';
import { hold, Unavailable } from './fetch-timeout';
import { routeFiles, useRouter, type Router } from '~/ui/router-internals';

type Route = Router['routes'][number];

const FRAME = 'routes/_app';
const WAIT_MS = 2_000;

/** The frame of all pages calls it. */
export function useRouteCode(): void {
  const router = useRouter();
  const page = useMatches().find((_, index, all) => all[index - 1]?.id === FRAME)?.id;
  useEffect(() => {
    router?.routes.forEach(holdCode);
  }, [router]);
  useEffect(() => {
    if (!page) return;
    whenIdle(() => {
      preloadDialogs(page);
    });
  }, [page]);
}

/**
 * Remix reloads the document when it can't load a route's code. Without a connection, that would replace the page by an
 * error.
 */
function holdCode(route: Route): void {
  const { id, lazy, children } = route;
  if (lazy)
    route.lazy = async () => {
      await hold(() => Promise.all(filesOf(id).map(load)), null);
      return lazy();
    };
  children?.forEach(holdCode);
}

function filesOf(id: string): string[] {
  const route = routeFiles()[id];
  return route ? [route.module, ...(route.imports ?? [])] : [];
}

const LOADING = 'loading';
const preloadOf = (href: string) =>
  document.querySelector<HTMLLinkElement>(`link[rel=modulepreload][href="${href}"]`);

/**
 * Loads a file into the browser's cache. A file that no longer exists is not repeated, so that Remix loads the newer
 * version.
 */
async function load(href: string): Promise<void> {
  const preload = preloadOf(href);
  if (preload && preload.dataset.state !== LOADING) return;
  const response = await fetch(href);
  if (response.status >= 502) throw new Unavailable(WAIT_MS);
  await response.arrayBuffer();
}

function preloadDialogs(page: string): void {
  const dialogs = Object.values(routeFiles()).filter(({ parentId }) => parentId === page);
  for (const href of new Set(dialogs.flatMap(({ id }) => filesOf(id)))) {
    if (preloadOf(href)) continue;
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href, fetchPriority: 'low' });
    link.dataset.state = LOADING;
    link.onload = () => {
      delete link.dataset.state;
    };
    link.onerror = () => {
      link.remove();
    };
    document.head.append(link);
  }
}
