/** Every address of the application, from the names of its route files. A parameter is `{}`. */
import { readdirSync } from 'node:fs';

const files = readdirSync('app/routes');

/** `api.tasks.$taskId.photos.ts` is `/api/tasks/{}/photos`, and a dot in brackets is one of the path. */
export const API_PATHS = files
  .filter((name) => name.startsWith('api.'))
  .map((name) => {
    const parts = name.replace(/\.ts$/, '').split(/\.(?!\])/);
    return `/${parts.map((part) => (part.startsWith('$') ? '{}' : part.replaceAll(/[[\]]/g, ''))).join('/')}`;
  });

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
