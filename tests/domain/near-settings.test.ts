/** A misspelled setting is found, and variables of other programs are ignored. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nearSettings } from '~/process/env.server';

const KNOWN = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].flatMap(
  ([, name]) => name ?? [],
);

test.each([
  ['APP_ORGIN', 'APP_ORIGIN'],
  ['APP_ORIGN', 'APP_ORIGIN'],
  ['APPORIGIN', 'APP_ORIGIN'],
  ['app_origin', 'APP_ORIGIN'],
  ['APP-ORIGIN', 'APP_ORIGIN'],
  ['TRUST_PROXYS', 'TRUST_PROXY'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['BUSINES_TIMEZONE', 'BUSINESS_TIME_ZONE'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['SMPT_URL', 'SMTP_URL'],
  ['PROT', 'PORT'],
])('%s is taken for %s', (name, meant) => {
  expect(nearSettings([name], KNOWN)).toEqual([{ name, meant }]);
});

// These variables belong to a login, npm, systemd, Docker, Kubernetes, PostgreSQL, git and CI.
const FOREIGN =
  'PATH HOME HOSTNAME HOSTTYPE SHELL SHLVL PWD OLDPWD LANG LC_ALL TERM USER LOGNAME MAIL EDITOR DISPLAY TZ TMPDIR LESS LS_COLORS COLORTERM SUDO_USER SUDO_UID XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_DIRS XDG_RUNTIME_DIR XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS SSH_CLIENT SSH_CONNECTION SSH_TTY SSH_AUTH_SOCK NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_VERSION YARN_VERSION npm_config_cache npm_package_name npm_lifecycle_event npm_execpath INIT_CWD COLOR NO_COLOR FORCE_COLOR CI DEBUG INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID STATE_DIRECTORY RUNTIME_DIRECTORY LISTEN_FDS NOTIFY_SOCKET KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT APP_PORT APP_SERVICE_HOST PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD PGSSLMODE PGDATA POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB DOMAIN GIT_DIR HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR LD_LIBRARY_PATH MANPATH UPSTREAM COMMIT UV_THREADPOOL_SIZE'.split(
    ' ',
  );

test('variables of other programs are not named, and neither is a setting near to another one', () => {
  expect(nearSettings([...FOREIGN, ...KNOWN], KNOWN)).toEqual([]);
});
