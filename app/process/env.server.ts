/** Settings. The environment is parsed once, at the start. A wrong value stops the start with a line that names it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { isTimeZone } from './time-zone';

/** Finds environment variables that look like misspelled settings. */

type Misspelled = { name: string; meant: string };

/** Shorter names resemble those of other programs, such as HOME and HOST. */
const LONG = 6;

/** @param known names of settings. None of these is a misspelling. */
export function nearSettings(names: string[], known: string[]): Misspelled[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((each) => isNear(name, each));
      return meant === undefined ? [] : [{ name, meant }];
    });
}

function isNear(name: string, known: string): boolean {
  const [given, wanted] = [name, known].map((each) => each.toUpperCase().replace(/[^A-Z]/g, '_'));
  if (given === undefined || wanted === undefined) return false;
  if (given === wanted) return true;
  const most = Math.min(given.length, wanted.length) < LONG ? 1 : 2;
  return Math.abs(given.length - wanted.length) <= most && changesBetween(given, wanted) <= most;
}

/** The number of wrong, missing or extra letters. Two exchanged letters count once. */
function changesBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const areExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          areExchanged ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}

const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);

const url = (schemes: string[]) =>
  optional.refine((value) => value === undefined || schemes.includes(schemeOf(value)), {
    message: `must be a URL that begins with ${schemes.join(' or ')}`,
  });

function schemeOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : '';
}

const WEB = ['http:', 'https:'];

const stripSlash = (value: string) => value.replace(/\/$/, '');

const number = (from: number, to: number) =>
  optional
    .transform((value) => (value === undefined ? undefined : Number(value)))
    .refine(
      (value) => value === undefined || (value >= from && value <= to),
      `must be a number from ${String(from)} to ${String(to)}`,
    );

const Settings = z.object({
  ENV_FILE: optional,
  TEST_WITHOUT_MODULES: optional.transform((value) => value?.split(',') ?? []),
  PORT: optional
    .transform((value) => Number(value ?? 3000))
    .refine(
      (port) => Number.isInteger(port) && port >= 0 && port <= 65_535,
      'must be a number from 0 to 65535',
    ),
  HOST: optional,
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  DATABASE_READ_URL: url(['postgres:', 'postgresql:']),
  PREPARED_STATEMENTS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  LONG_MIGRATIONS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  DATA_DIR: optional.transform((value) => value ?? './data'),
  SESSION_SECRET: optional.refine(
    (value) => value === undefined || value.length >= 32,
    'must have 32 characters or more',
  ),
  BUSINESS_TIME_ZONE: optional.refine(
    (value) => value === undefined || isTimeZone(value),
    'must be a time zone like America/Chicago',
  ),
  REGISTRATION: z.enum(['open', 'closed'], 'must be open or closed').optional(),
  DEMO_DATA: z.enum(['on', 'off', 'heavy'], 'must be on, off or heavy').optional(),
  GOOGLE_MAPS_API_KEY: optional,
  GOOGLE_MAPS_SERVER_KEY: optional,
  GOOGLE_MAPS_SERVER_URL: url(WEB).transform((value) => stripSlash(value ?? 'https://maps.googleapis.com')),
  GOOGLE_ROUTES_URL: url(WEB).transform((value) => stripSlash(value ?? 'https://routes.googleapis.com')),
  GOOGLE_MAPS_MAP_ID: optional,
  MAP_TILE_URL: optional,
  MAP_TILE_ATTRIBUTION: optional,
  MAP_TILE_MAX_ZOOM: optional
    .transform((value) => Number(value ?? 19))
    .refine((zoom) => Number.isInteger(zoom) && zoom >= 1 && zoom <= 24, 'must be a number from 1 to 24'),
  VALHALLA_DIR: optional,
  OSRM_URL: url(WEB),
  VALHALLA_URL: url(WEB),
  ROUTE_OPTIMIZATION: z.enum(['on', 'off'], 'must be on or off').default('on'),
  NOMINATIM_URL: url(WEB),
  NOMINATIM_PER_SECOND: number(0.01, 1_000),
  GEOCODE_RETRY_SECONDS: number(0.1, 3_600).transform((value) => value ?? 60),
  WEBHOOK_PRIVATE_ADDRESSES: z.enum(['on', 'off'], 'must be on or off').default('off'),
  WEBHOOK_RETRY_SECONDS: number(0.01, 3_600).transform((value) => value ?? 10),
  PUSH_PRIVATE_ADDRESSES: z.enum(['on', 'off'], 'must be on or off').default('off'),
  PUSH_RETRY_SECONDS: number(0.01, 3_600).transform((value) => value ?? 10),
  PUSH_WAIT_SECONDS: number(0, 60).transform((value) => value ?? 4),
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: optional,
  SMS_URL: url(WEB),
  SMS_USER: optional,
  SMS_PASSWORD: optional,
  SMS_FROM: optional,
  INTAKE_DIR: optional,
  INTAKE_MAIL_PRIVATE_ADDRESSES: z.enum(['on', 'off'], 'must be on or off').default('off'),
  INTAKE_MAIL_SECONDS: number(0.1, 3_600).transform((value) => value ?? 30),
  MESSAGE_DELAY_SECONDS: number(0, 600).transform((value) => value ?? 15),
  MESSAGE_RETRY_SECONDS: number(0.01, 3_600).transform((value) => value ?? 30),
  API_CALLS_PER_MINUTE: number(1, 10_000_000).transform((value) => Math.floor(value ?? 600)),
  CONNECTIONS_PER_ADDRESS: number(10, 1_000_000),
  PLAN_SECONDS: number(0.01, 3_600).transform((value) => value ?? 120),
  PLAN_GRACE_SECONDS: number(0.01, 3_600).transform((value) => value ?? 120),
  LONGEST_WAIT_SECONDS: number(0.1, 600).transform((value) => value ?? 5),
  APP_ORIGIN: optional
    .refine(
      (value) =>
        value === undefined || (WEB.includes(schemeOf(value)) && new URL(value).origin === stripSlash(value)),
      {
        error: ({ input }) =>
          WEB.includes(schemeOf(String(input))) && new URL(String(input)).pathname !== '/'
            ? 'has a path, and Parts Dispatch works only at a name or port of its own, like https://dispatch.example.com'
            : 'must be an origin like https://dispatch.example.com',
      },
    )
    .transform((value) => value && stripSlash(value)),
  ADMIN_PASSWORD: optional,
  BACKUP_DIR: optional,
  BACKUP_WAIT_SECONDS: number(1, 86_400).transform((value) => value ?? 300),
  INTAKE_PRINT_PORT: number(1, 65_535),
  INTAKE_PRINT_HOST: optional,
  INTAKE_PRINT_IDLE_SECONDS: number(0.1, 60).transform((value) => value ?? 10),
  INTAKE_PRINT_RETRY_SECONDS: number(0.001, 60).transform((value) => value ?? 1),
  METRICS_TOKEN: optional.refine(
    (value) => value === undefined || value.length >= 16,
    'must have 16 characters or more',
  ),
  METRICS_PORT: number(0, 65_535),
  METRICS_HOST: optional.transform((value) => value ?? '127.0.0.1'),
  TLS_CERT: optional,
  TLS_KEY: optional,
  TRUST_PROXY: z.enum(['on', 'off'], 'must be on or off').default('off'),
  TEST_LANGUAGES: z.enum(['on', 'off'], 'must be on or off').default('off'),
  TEST_REMIX_ROUTES: z.enum(['on', 'off'], 'must be on or off').default('off'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be fatal, error, warn, info, debug or silent',
    )
    .default('info'),
});

type Env = Omit<z.output<typeof Settings>, 'REGISTRATION' | 'DEMO_DATA' | 'BACKUP_DIR'> & {
  BACKUP_DIR: string;
  REGISTRATION: 'open' | 'closed';
  DEMO_DATA: 'on' | 'off' | 'heavy';
};

/** Each of these may be in a file, which its name with `_FILE` gives: `SESSION_SECRET_FILE=/run/secrets/session`. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SESSION_SECRET',
  'GOOGLE_MAPS_API_KEY',
  'GOOGLE_MAPS_SERVER_KEY',
  'SMTP_URL',
  'SMS_PASSWORD',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
] as const satisfies (keyof z.input<typeof Settings>)[];

const fileSetting = (name: string) => `${name}_FILE`;

/** Adds the secrets that are in files. @throws Error */
function withSecretsOfFiles(given: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = SECRETS.flatMap((name) => {
    const file = given[fileSetting(name)];
    if (file === undefined) return [];
    if (given[name] !== undefined)
      throw new Error(`${name} and ${fileSetting(name)} must not be set together`);
    return [[name, contentOf(fileSetting(name), file)]];
  });
  return { ...given, ...(Object.fromEntries(read) as Record<string, string>) };
}

function contentOf(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`${name} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (text === '') throw new Error(`${name} is empty: ${file}`);
  return text;
}

/** @throws Error whose message names the setting and its fault. */
function readSettings(source: Record<string, string | undefined>): Env {
  const named = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const given = withSecretsOfFiles(named);
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.') ?? 'The environment'} ${issue?.message ?? 'is not valid'}`);
  }
  const settings = parsed.data;
  const embedded = settings.DATABASE_URL === undefined;
  if (!embedded && settings.SESSION_SECRET === undefined) {
    throw new Error('SESSION_SECRET must be set together with DATABASE_URL');
  }
  if (embedded && settings.DATABASE_READ_URL !== undefined) {
    throw new Error('DATABASE_READ_URL needs a DATABASE_URL, whose replica it is');
  }
  if ((settings.TLS_CERT === undefined) !== (settings.TLS_KEY === undefined)) {
    throw new Error('TLS_CERT and TLS_KEY must be set together');
  }
  if (settings.TLS_CERT !== undefined && settings.APP_ORIGIN?.startsWith('http:')) {
    throw new Error('APP_ORIGIN must begin with https: when there is a TLS_CERT');
  }
  if ((settings.SMTP_URL === undefined) !== (settings.MAIL_FROM === undefined)) {
    throw new Error('SMTP_URL and MAIL_FROM must be set together');
  }
  if ((settings.SMS_URL === undefined) !== (settings.SMS_FROM === undefined)) {
    throw new Error('SMS_URL and SMS_FROM must be set together');
  }
  return {
    ...settings,
    BACKUP_DIR: settings.BACKUP_DIR ?? join(settings.DATA_DIR, 'backups'),
    REGISTRATION: settings.REGISTRATION ?? (embedded ? 'open' : 'closed'),
    DEMO_DATA: settings.DEMO_DATA ?? (embedded ? 'on' : 'off'),
  };
}

function settingsOrExit(): Env {
  try {
    // Variables of the environment win.
    const file = process.env.ENV_FILE ?? '.env';
    if (file !== '' && existsSync(file)) process.loadEnvFile(file);
    return readSettings(process.env);
  } catch (error) {
    process.stderr.write(
      `Parts Dispatch can't start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(78);
  }
}

export const env = settingsOrExit();

/** Variables that are probably misspelled settings. They have no effect. */
export const misspelledSettings = () =>
  nearSettings(Object.keys(process.env), [...Object.keys(Settings.shape), ...SECRETS.map(fileSetting)]);
