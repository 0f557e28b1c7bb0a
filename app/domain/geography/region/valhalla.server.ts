/**
 * Finds Valhalla, which computes times by road. It is not a dependency, because it has 280 MB and no build
 * for Windows or musl. An operator installs it once, beside the data, where it survives upgrades of the
 * application.
 */
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from '~/process/env.server';

const PACKAGE = '@valhallajs/valhallajs';
const VERSION = '3.6.1';

export type Valhalla = {
  /** The folder of the package. */
  folder: string;
  /** The program that makes road tiles. */
  buildTiles: string;
};

const ownFolder = () => resolve(env.VALHALLA_DIR ?? join(env.DATA_DIR, 'valhalla'));

export const installCommand = () => `npm install --prefix ${ownFolder()} ${PACKAGE}@${VERSION}`;

/** Looks in its own folder, then among the application's packages. @returns null when it is in neither. */
export function findValhalla(): Valhalla | null {
  const searched = createRequire(import.meta.url).resolve.paths(PACKAGE) ?? [];
  for (const modules of [join(ownFolder(), 'node_modules'), ...searched]) {
    const folder = join(modules, PACKAGE);
    const buildTiles = join(folder, platform(), arch(), 'valhalla_build_tiles');
    if (existsSync(buildTiles)) return { folder, buildTiles };
  }
  return null;
}
