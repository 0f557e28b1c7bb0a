/** Renders a page, and is the one place where unexpected errors of pages are logged. */
import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { BoundedMap } from '~/lib/bounded-map';
import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { headFor, signInPage } from '~/http/assets.server';
import { log, loggablePath } from '~/process/log.server';
import { PageContext } from '~/components/page/page-context';

const GIVE_UP_AFTER_MS = 5_000;
export const streamTimeout = GIVE_UP_AFTER_MS;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { cspNonce } = context;
  const routeIds = entry.staticHandlerContext.matches.map(({ route }) => route.id);
  const page = {
    nonce: cspNonce,
    ...headFor(entry.manifest, routeIds),
    signIn: signInPage(entry.manifest),
    markupOf,
  };
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <PageContext.Provider value={page}>
        <RemixServer context={withKnownRoutes(entry)} url={request.url} nonce={cspNonce} />
      </PageContext.Provider>,
      {
        nonce: cspNonce,
        // Nothing on our pages comes later than the rest: one piece is cheaper to send than many.
        onAllReady: () => {
          const chunks: Buffer[] = [];
          const body = new Writable({
            write: (chunk: Buffer, _encoding, written) => {
              chunks.push(chunk);
              written();
            },
            final: (finished) => {
              headers.set('Content-Type', 'text/html; charset=utf-8');
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
          log.error({ err: error }, 'rendering failed');
        },
      },
    );
    setTimeout(abort, GIVE_UP_AFTER_MS + 1_000).unref();
  });
}

/** Gone with the data that they show. */
const markup = new WeakMap<object, BoundedMap<string, string>>();
const MOST_VIEWS = 20;
/** A time is shown without its day today; in each zone a day begins with a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

function markupOf(of: object, view: string, part: ReactNode): string {
  const views = markup.get(of) ?? new BoundedMap<string, string>(MOST_VIEWS);
  const key = `${String(Math.floor(Date.now() / QUARTER_MS))} ${view}`;
  const made = views.get(key) ?? renderToString(part);
  views.set(key, made);
  markup.set(of, views);
  return made;
}

/** A request's handler knows only a part of the routes (http/pages.server.ts); Remix renders with all that it finds listed. */
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
  // A page that does not exist, or takes no forms: the line of the request says so.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log.error({ err: error, path: loggablePath(new URL(request.url).pathname) }, 'request failed');
}
