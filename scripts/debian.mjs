/** Installs Debian packages that tests need and npm does not have. */
import { existsSync } from 'node:fs';
import { run } from './prepare.mjs';

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
const quietly = { stdio: ['ignore', 'ignore', 'inherit'], env: { DEBIAN_FRONTEND: 'noninteractive' } };
let isUpdated = false;

/** @returns true if the packages are installed now. Only root on a Debian system may install them. */
export function installPackages(...names) {
  if (!canInstall()) return false;
  console.log(`Installing Debian's ${names.join(' and ')} …`);
  // Without package lists apt finds nothing, and old lists may name deleted files.
  if (!isUpdated) run('apt-get', ['update', '-qq'], quietly);
  isUpdated = true;
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quietly);
}
