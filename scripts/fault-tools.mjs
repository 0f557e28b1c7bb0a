/**
 * Installs programs that some tests need and that are not dependencies. If one is missing, its tests report that they
 * were skipped.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './debian.mjs';
import { ROOT, run } from './prepare.mjs';

const programFolders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
const libraryFolders = () =>
  ['/usr/lib', '/usr/local/lib'].flatMap((folder) => [
    folder,
    ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
  ]);

const hasProgram = (name) => () => programFolders().some((folder) => existsSync(join(folder, name)));

const versionsOf = (folder) => (existsSync(folder) ? readdirSync(folder).map(Number) : []);

const TOOLS = {
  'nginx-light': hasProgram('nginx'),
  caddy: hasProgram('caddy'),
  pgbouncer: hasProgram('pgbouncer'),
  logrotate: hasProgram('logrotate'),
  'dovecot-imapd': hasProgram('dovecot'),
  prometheus: hasProgram('promtool'),
  // The tests need this version or a newer one.
  postgresql: () => versionsOf('/usr/lib/postgresql').some((version) => version >= 15),
  libfaketime: () => libraryFolders().some((folder) => existsSync(join(folder, 'faketime/libfaketime.so.1'))),
};

export function installFaultTools() {
  for (const name of Object.keys(TOOLS)) installTool(name);
}

/** @returns true if the program is there now. */
export function installTool(name) {
  return TOOLS[name]() || (installPackages(name) && TOOLS[name]());
}

const VALHALLA = '@valhallajs/valhallajs';

/** Installs once, into `.cache/valhalla`. It downloads 87 MB. */
export function installValhalla() {
  const folder = join(ROOT, '.cache/valhalla');
  const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  if (existsSync(join(folder, 'node_modules', VALHALLA, 'package.json'))) return;
  const isGlibc = Boolean(process.report.getReport().header.glibcVersionRuntime);
  const hasBuild =
    process.platform === 'linux' ? isGlibc : process.platform === 'darwin' && process.arch === 'arm64';
  if (!hasBuild) {
    console.log('Valhalla has no build for this system: times by road are not tested.');
    return;
  }
  const name = `${VALHALLA}@${peerDependencies[VALHALLA]}`;
  run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', name]);
}
