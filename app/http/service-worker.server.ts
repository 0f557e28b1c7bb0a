/** The script of the service worker: what it does, and before it the names of the files that it keeps. */
import type { ServerBuild } from '@remix-run/node';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

export const SERVICE_WORKER = '/sw.js';

/** What opens the driver's page and its dialogs, and leaves it; pieces that come later are kept when they come. */
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
    // What it fetches is under this policy.
    response.setHeader('Content-Security-Policy', "default-src 'self'");
    response.end(await script);
  };
}
