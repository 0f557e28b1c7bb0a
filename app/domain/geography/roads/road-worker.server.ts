/**
 * The process that asks Valhalla. It is a bundle of its own, build/road-worker.js, so that a crash of the
 * library ends only this process. Its arguments are the folder of the package and the folder of the road
 * tiles.
 */
import { createRequire } from 'node:module';
import { workerOf } from '~/domain/platform/worker-process.server';
import { valhallaConfig } from '~/domain/geography/region/valhalla-config';
import type { Method } from './valhalla.server';

export type RoadRequest = { method: Method; query: string };
export type Answered = { ok: boolean; text: string };

type Actor = Record<Method, (query: string) => Promise<string>>;

const [, , folder = '', tileDir = ''] = process.argv;
let actor: Actor | undefined;

function start(): Actor {
  const library = createRequire(import.meta.url)(folder) as { Actor: new (config: string) => Actor };
  return new library.Actor(JSON.stringify(valhallaConfig(tileDir)));
}

export const answer = workerOf(async ({ method, query }: RoadRequest): Promise<Answered> => {
  actor ??= start();
  try {
    return { ok: true, text: await actor[method](query) };
  } catch (error) {
    return { ok: false, text: error instanceof Error ? error.message : String(error) };
  }
});
