/** Debian's packages that some fault tests need. Where one is missing, its tests say that they were skipped. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './debian.mjs';

const programFolders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
const libraryFolders = () =>
  ['/usr/lib', '/usr/local/lib'].flatMap((folder) => [
    folder,
    ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
  ]);

const TOOLS = {
  'nginx-light': () => programFolders().some((folder) => existsSync(join(folder, 'nginx'))),
  libfaketime: () => libraryFolders().some((folder) => existsSync(join(folder, 'faketime/libfaketime.so.1'))),
};

export function installFaultTools() {
  for (const [name, isThere] of Object.entries(TOOLS)) if (!isThere()) installPackages(name);
}
