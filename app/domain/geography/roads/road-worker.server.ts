/**
 * The process that asks Valhalla: a bundle of its own, build/road-worker.js. What makes the library crash ends this process
 * alone. Its arguments are the folder of the package and that of the road tiles.
 */
import { createRequire } from 'node:module';
import { valhallaConfig } from '~/domain/geography/region/valhalla-config';
import type { Method } from './valhalla.server';

export type Asked = { id: number; method: Method; query: string };
export type Answered = { id: number; ok: boolean; text: string };

type Actor = Record<Method, (query: string) => Promise<string>>;

const [, , folder = '', tileDir = ''] = process.argv;
const library = createRequire(import.meta.url)(folder) as { Actor: new (config: string) => Actor };
const actor = new library.Actor(JSON.stringify(valhallaConfig(tileDir)));

process.on('message', ({ id, method, query }: Asked) => {
  const answer = (ok: boolean, text: string) => process.send?.({ id, ok, text } satisfies Answered);
  actor[method](query).then(
    (text) => answer(true, text),
    (error: unknown) => answer(false, error instanceof Error ? error.message : String(error)),
  );
});
// A signal that reaches all processes of a service must not take the answer of a request that is being finished.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// The parent process has ended.
process.on('disconnect', () => process.exit());
