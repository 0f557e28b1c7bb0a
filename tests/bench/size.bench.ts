/** What a browser has to fetch of our JavaScript. `npm run bench -- --size` */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { test } from 'vitest';
import { startApp } from '../support/app';
import { client } from '../support/client';
import { createDatabase } from '../support/database';
import { report } from './load';

type Manifest = {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; parentId?: string; module: string; imports?: string[] }>;
};

const PAGES = {
  'sign-in': 'routes/auth',
  driver: 'routes/_app.driver',
  dispatcher: 'routes/_app.dispatcher',
};

test('gzipped JavaScript by page', async () => {
  const database = await createDatabase();
  const app = await startApp({ databaseUrl: database.url });
  const html = (await client(app.origin).get<string>('/auth')).body;
  await app.stop();
  await database.drop();
  const path = /\/build\/manifest-\w+\.js/.exec(html)?.[0] ?? '';
  const text = readFileSync(`public${path}`, 'utf8');
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
  const size = (file: string) => gzipSync(readFileSync(`public${file}`)).length;
  for (const [page, id] of Object.entries(PAGES)) {
    const files = new Set([path, manifest.entry.module, ...manifest.entry.imports]);
    for (let route = manifest.routes[id]; route; route = manifest.routes[route.parentId ?? '']) {
      for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
    }
    report(`JavaScript of the ${page} page, gzipped`, {
      kB: [...files].reduce((sum, file) => sum + size(file), 0) / 1_000,
    });
  }
});
