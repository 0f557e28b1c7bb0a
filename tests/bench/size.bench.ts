/** Measures our JavaScript that a browser loads, compressed with brotli as it is sent. `npm run bench -- --size` */
import type { ServerBuild } from '@remix-run/node';
import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { test } from 'vitest';
import { report, row } from './report';

const PAGES = { driver: 'routes/_app.driver', dispatcher: 'routes/_app.dispatcher' };

const { entry, routes, url } = JSON.parse(readFileSync('build/assets.json', 'utf8')) as ServerBuild['assets'];

/** Returns all files that a page needs before it works: those of its routes, those of every page, and the list of routes. */
function filesOf(id: string | undefined): string[] {
  const route = routes[id ?? ''];
  if (!route) return [url, entry.module, ...entry.imports];
  return [...filesOf(route.parentId), route.module, ...(route.imports ?? [])];
}

test('JavaScript by page', () => {
  for (const [page, id] of Object.entries(PAGES)) {
    const files = [...new Set(filesOf(id))];
    const bytes = files.reduce((sum, file) => sum + statSync(`public${file}.br`).size, 0);
    report(`JavaScript until the ${page} page answers, brotli`, { kB: bytes / 1_000, files: files.length });
    if (page !== 'driver') continue;
    row('JavaScript until /driver answers, brotli', { unit: 'kB', ours: bytes / 1_000, goal: '≤ 110' });
    row('… in files', { unit: '', ours: files.length, goal: '≤ 8' });
  }
  const { importMap } = JSON.parse(readFileSync('build/in-document.json', 'utf8')) as { importMap: string };
  const { imports } = JSON.parse(importMap) as { imports: Record<string, string> };
  const changed = [imports['/build/root.js'] ?? '', url].map((file) => statSync(`public${file}.br`).size);
  row('another label in what pages share, for a reader of before', {
    unit: 'kB',
    ours: changed.reduce((sum, size) => sum + size) / 1_000,
    goal: '≤ 30',
  });
  const script = brotliCompressSync(readFileSync('build/sign-in.js')).length;
  report('JavaScript of the sign-in page, within the page, brotli', { kB: script / 1_000, files: 0 });
  row('JavaScript of the sign-in page, brotli', { unit: 'kB', ours: script / 1_000, goal: '≤ 3' });
});
