/** Examines the machine: Node.js, names of settings, memory, disk, open files, certificate. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { constants, readFileSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { freemem } from 'node:os';
import { resolve } from 'node:path';
import { daysLeft, RENEW_WITHIN_DAYS } from '~/process/certificate.server';
import { diskSpace, isLittle, megabytes } from '~/process/disk.server';
import { env, misspelledSettings } from '~/process/env.server';
import { openFiles } from '~/process/open-files.server';
import { ok, reasonOf, warning, wrong, type Finding } from './check';

const MB = 1_000_000;
/**
 * Enough for the application with its own PostgreSQL and a small network (docs/operating.md, "What it
 * needs").
 */
const LEAST_MEMORY = 300 * MB;
const LEAST_DISK = 100 * MB;
const FEWEST_FILES = 256;
const FEW_FILES = 4_096;

function nodeVersion(): Finding {
  const about = 'Node.js';
  const { node } = process.versions;
  if (Number(node.split('.')[0]) < 22)
    return warning(about, `${node} no longer gets security updates`, 'Install Node.js 24.');
  return ok(about, node);
}

/** In a container, the memory that is left below its limit. */
function memory(): Finding {
  // Exists in Node.js 20.13 and newer.
  const available = (process as { availableMemory?: () => number }).availableMemory?.() ?? freemem();
  const text = `${megabytes(available)} free`;
  if (available >= LEAST_MEMORY) return ok('Memory', text);
  return warning(
    'Memory',
    text,
    `Free up ${megabytes(LEAST_MEMORY)}, or raise the container's memory limit.`,
  );
}

async function disk(): Promise<Finding> {
  const about = 'Disk';
  const space = await diskSpace();
  const { folder, free } = space;
  const text = `${megabytes(free)} free in ${folder}`;
  const advice = 'Free up space there, or set DATA_DIR to another folder.';
  const isWritable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable && !env.DATABASE_URL)
    return wrong(
      about,
      `${folder} is not writable`,
      'Make the user that runs Parts Dispatch its owner (chown).',
    );
  if (free < LEAST_DISK) return wrong(about, text, advice);
  return isLittle(space) ? warning(about, text, advice) : ok(about, text);
}

function descriptors(): Finding {
  const about = 'Open files';
  const allowed = openFiles();
  const text = `${String(allowed)} allowed`;
  const advice = 'Raise the limit: ulimit -n 65536, or LimitNOFILE= in the systemd unit.';
  if (allowed < FEWEST_FILES) return wrong(about, text, advice);
  return allowed < FEW_FILES
    ? warning(about, `${text}; each browser needs up to two`, advice)
    : ok(about, text);
}

function certificate(): Finding[] {
  const about = 'Certificate';
  const { TLS_CERT: file, APP_ORIGIN: origin } = env;
  if (!file) return [];
  try {
    const found = new X509Certificate(readFileSync(file));
    const days = daysLeft(found);
    const text = `${found.subjectAltName ?? found.subject}, until ${found.validTo}`;
    const renew =
      'Renew it (npm run tls -- --replace, or certbot renew); the application picks it up automatically.';
    if (days < 0) return [wrong(about, `expired: ${text}`, renew)];
    const name = origin && new URL(origin).hostname;
    if (name && !(isIP(name) ? found.checkIP(name) : found.checkHost(name)))
      return [
        wrong(
          about,
          `does not cover ${name}: ${text}`,
          'Create one that includes the host name of APP_ORIGIN.',
        ),
      ];
    return [days < RENEW_WITHIN_DAYS ? warning(about, text, renew) : ok(about, text), ...key(found)];
  } catch (error) {
    const reason = `${file} can't be used: ${reasonOf(error)}`;
    return [wrong(about, reason, 'Set TLS_CERT to a PEM file that this user can read.')];
  }
}

function key(certificate: X509Certificate): Finding[] {
  const about = 'Key';
  const { TLS_KEY: file = '' } = env;
  try {
    if (certificate.checkPrivateKey(createPrivateKey(readFileSync(file)))) return [];
    return [
      wrong(
        about,
        `${file} does not belong to the certificate of TLS_CERT`,
        'Set TLS_KEY to the key that was made with the certificate.',
      ),
    ];
  } catch (error) {
    return [
      wrong(
        about,
        `${file} can't be used: ${reasonOf(error)}`,
        'Set TLS_KEY to a PEM file that this user can read.',
      ),
    ];
  }
}

/** A backup makes its folder in DATA_DIR, but one that somebody has named may be a disk that is not mounted. */
async function folders(): Promise<Finding[]> {
  const { INTAKE_DIR, BACKUP_DIR, DATA_DIR } = env;
  const isNamed = resolve(BACKUP_DIR) !== resolve(DATA_DIR, 'backups');
  return Promise.all([
    ...(INTAKE_DIR ? [folderOf('INTAKE_DIR', INTAKE_DIR)] : []),
    ...(isNamed ? [folderOf('BACKUP_DIR', BACKUP_DIR)] : []),
  ]);
}

async function folderOf(about: string, folder: string): Promise<Finding> {
  const advice = 'Mount or create it, and make the user that runs Parts Dispatch its owner (chown).';
  const isDirectory = await stat(folder).then(
    (found) => found.isDirectory(),
    () => null,
  );
  if (isDirectory === null) return wrong(about, `${folder} is missing`, advice);
  if (!isDirectory) return wrong(about, `${folder} is no folder`, advice);
  const isUsable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return isUsable ? ok(about, folder) : wrong(about, `${folder} can't be read and written`, advice);
}

const spelling = () =>
  misspelledSettings().map(({ name, meant }) =>
    warning('Settings', `${name} is not a setting and has no effect`, `Perhaps ${meant} was meant.`),
  );

export const examineMachine = async (): Promise<Finding[]> => [
  nodeVersion(),
  ...spelling(),
  memory(),
  await disk(),
  descriptors(),
  ...certificate(),
  ...(await folders()),
];
