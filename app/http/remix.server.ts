import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node';

const API_ROUTE = /^routes\/api\.([\w-]+)/;

/**
 * Remix ranks all the routes that it was given anew for each request (a millisecond or two). A call is given those of
 * its own subject only, as in `/api/tasks/…`; a page needs all of them, as its browser is told of all.
 */
export function remixFor(build: ServerBuild): (path: string) => RequestHandler {
  const everything = createRequestHandler(build, 'production');
  const subjects = new Map<string, RequestHandler>();
  for (const subject of new Set(Object.keys(build.routes).flatMap((id) => API_ROUTE.exec(id)?.[1] ?? []))) {
    const own = Object.entries(build.routes).filter(
      ([id]) => id === 'root' || id === 'routes/api.$' || API_ROUTE.exec(id)?.[1] === subject,
    );
    const routes: ServerBuild['routes'] = Object.fromEntries(own);
    subjects.set(subject, createRequestHandler({ ...build, routes }, 'production'));
  }
  return (path) => {
    const [, area, subject = ''] = path.split('/', 3);
    return (area === 'api' && subjects.get(subject)) || everything;
  };
}
