/** Every address of the application, read off the names of its route files. A parameter is `{}`. */
import { readdirSync } from 'node:fs';

const files = readdirSync('app/routes');

/** `/api/tasks/{}/photos` for every file that answers below /api. */
export const API_PATHS = files
  .filter((file) => /^api\..+\.ts$/.test(file) && file !== 'api.$.ts')
  .map((file) => {
    const name = file
      .slice(0, -'.ts'.length)
      .replaceAll(/\[(.+?)\]/g, (_, dot: string) => dot.replace('.', '\0'));
    const parts = name.split('.').map((part) => (part.startsWith('$') ? '{}' : part.replace(/_$/, '')));
    return `/${parts.join('/').replaceAll('\0', '.')}`;
  });

/** The pages within the frame. */
export const PAGE_PATHS = files
  .filter((name) => name.startsWith('_app.') && name !== '_app.$.tsx')
  .map((name) => {
    const parts = name
      .replace(/\.tsx?$/, '')
      .split('.')
      .slice(1)
      .filter((part) => part !== '_index');
    return `/${parts.map((part) => (part.startsWith('$') ? '{}' : part.replace(/_$/, ''))).join('/')}`;
  });
