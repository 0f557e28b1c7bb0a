/** Renders pages. It is the only place that logs unexpected errors of pages. */
import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { BoundedMap } from '~/lib/bounded-map';
import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { assetsIn, headFor, signInPage } from '~/http/assets.server';
import { log, loggablePath } from '~/process/log.server';
import { PageContext } from '~/components/page/page-context';
import { spokenNow } from '~/words/spoken.server';

const RETRY_AFTER_S = '2';
/** Loaders have answered before a page is drawn, so this ends none. Each page keeps a timer for so long. */
export const streamTimeout = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { cspNonce, drawTimes, drawRuns } = context;
  const routeIds = entry.staticHandlerContext.matches.map(({ route }) => route.id);
  const language = spokenNow();
  const manifest = assetsIn(language, entry.manifest);
  const page = {
    nonce: cspNonce,
    ...headFor(manifest, routeIds, language),
    signIn: signInPage(manifest, language),
    markupOf,
    drawTimes,
    drawRuns,
  };
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <PageContext.Provider value={page}>
        <RemixServer context={withKnownRoutes({ ...entry, manifest })} url={request.url} nonce={cspNonce} />
      </PageContext.Provider>,
      {
        nonce: cspNonce,
        // No part of our pages comes later than the rest, and sending one piece costs less than many.
        onAllReady: () => {
          const chunks: Buffer[] = [];
          const body = new Writable({
            write: (chunk: Buffer, _encoding, written) => {
              chunks.push(chunk);
              written();
            },
            final: (finished) => {
              headers.set('Content-Type', 'text/html; charset=utf-8');
              headers.set('Content-Language', language);
              // Remix leaves out the headers of what a loader has thrown.
              if (status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', RETRY_AFTER_S);
              resolve(new Response(Buffer.concat(chunks), { headers, status }));
              finished();
            },
          });
          pipe(body);
        },
        onShellError: (error) => {
          reject(error instanceof Error ? error : new Error(String(error)));
        },
        onError: (error) => {
          if (!request.signal.aborted) log.error({ err: error }, 'rendering failed');
        },
      },
    );
    request.signal.addEventListener('abort', () => abort(), { once: true });
  });
}

/** An entry is dropped with the data object that it shows. */
const markup = new WeakMap<object, BoundedMap<string, string>>();
const MOST_VIEWS = 20;
/**
 * Times of today are shown without the day, so markup expires at midnight. In every time zone, midnight is at a quarter
 * of an hour.
 */
const QUARTER_MS = 15 * 60_000;

function markupOf(of: object, view: string, part: ReactNode): string {
  const views = markup.get(of) ?? new BoundedMap<string, string>(MOST_VIEWS);
  const key = `${String(Math.floor(Date.now() / QUARTER_MS))} ${spokenNow()} ${view}`;
  const made = views.get(key) ?? renderToString(part);
  views.set(key, made);
  markup.set(of, views);
  return made;
}

/**
 * Keeps only the routes that this request's handler knows (http/pages.server.ts), because Remix renders with all listed
 * routes.
 */
const withKnownRoutes = ({ manifest, routeModules, ...rest }: EntryContext): EntryContext => ({
  ...rest,
  routeModules,
  manifest: {
    ...manifest,
    routes: Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => id in routeModules)),
  },
});

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  // The log line of the request already shows a missing page, or a page that accepts no forms.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log.error({ err: error, path: loggablePath(new URL(request.url).pathname) }, 'request failed');
}
