import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node';

const API_ROUTE = /^routes\/api\.([\w-]+)/;

/**
 * Remix ranks all its routes again for each request, which takes a millisecond or two. An API call therefore gets a
 * handler with the routes of its subject only, as in `/api/tasks/…`. A page needs all routes in its manifest.
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
