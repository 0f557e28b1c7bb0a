/** Every address of the application, from the tables of calls and the names of its route files. A parameter is `{}`. */
import { readdirSync, readFileSync } from 'node:fs';

const files = readdirSync('app/routes');

const CALLS = 'app/http/calls';

/** Each line of a table of calls gives a path such as `/api/tasks/{}/photos`. */
const listed = readdirSync(CALLS).flatMap((file) =>
  [
    ...readFileSync(`${CALLS}/${file}`, 'utf8').matchAll(/'(?:GET|POST|PUT|PATCH|DELETE) (\/api\/[^']+)'/g),
  ].map(([, path = '']) => path.replaceAll(/:\w+/g, '{}')),
);

export const API_PATHS = [...new Set(listed)];

/** The pages of `_app.settings.$page`. They are written by hand, so that a test notices who may open each. */
const SETTING_PAGES = ['password', 'network', 'dispatcher-phone', 'notifications'];

const routes = files
  .filter((name) => name.startsWith('_app.') && name !== '_app.$.tsx')
  .map((name) => {
    const parts = name
      .replace(/\.tsx?$/, '')
      .split('.')
      .slice(1)
      .filter((part) => part !== '_index');
    return `/${parts.map((part) => (part.startsWith('$') ? '{}' : part.replace(/_$/, ''))).join('/')}`;
  });

/** The pages that are inside the frame. */
export const PAGE_PATHS = [...routes, ...SETTING_PAGES.map((name) => `/settings/${name}`)];
