/** The script of the service worker, after two constants: the version, and the files to cache. */
import type { ServerBuild } from '@remix-run/node';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

export const SERVICE_WORKER = '/sw.js';

/** The routes of the driver's page, its dialogs and the logout. Other files are cached when they are first loaded. */
const KEPT_ROUTES = /^(root|routes\/_app|routes\/_app\.driver.*|routes\/logout)$/;

type Answer = (response: ServerResponse) => Promise<void>;

export function serviceWorker({ assets }: Pick<ServerBuild, 'assets'>): Answer {
  const routes = Object.values(assets.routes).filter(({ id }) => KEPT_ROUTES.test(id));
  const files = new Set(
    [assets.entry, ...routes].flatMap(({ module, imports = [] }) => [module, ...imports]).concat(assets.url),
  );
  let script: Promise<string> | undefined;
  const read = async () => {
    const program = await readFile(new URL('./service-worker.js', import.meta.url), 'utf8');
    const version = createHash('sha256').update(assets.version).update(program).digest('hex').slice(0, 16);
    return `const VERSION=${JSON.stringify(version)},FILES=${JSON.stringify([...files])};\n${program}`;
  };
  return async (response) => {
    script ??= read();
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    response.setHeader('Cache-Control', 'no-cache');
    // The policy applies to the requests of the worker.
    response.setHeader('Content-Security-Policy', "default-src 'self'");
    response.end(await script);
  };
}
