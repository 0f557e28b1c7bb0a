/** Examines the network: the port, and how a request through the public address arrives. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { request as requestByTls } from 'node:https';
import { createServer } from 'node:net';
import { DOCTOR_TIMEOUT_MS } from '~/lib/time-limits';
import { isLoopbackHost } from '~/domain/platform/ip-address.server';
import { env } from '~/process/env.server';
import { version } from '~/process/version.server';
import { ok, reasonOf, warning, wrong, type Finding } from './check';

type Health = { ok?: boolean; version?: string };

const ask = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { redirect: 'manual', headers, signal: AbortSignal.timeout(DOCTOR_TIMEOUT_MS) });

const healthOf = async (origin: string): Promise<Health | null> => {
  const answer = await ask(`${origin}/healthz`);
  return answer.ok ? ((await answer.json().catch(() => null)) as Health | null) : null;
};

/** Returns the reason why a port is taken; null when it is free. */
const takenBecause = (port: number, host: string | undefined) =>
  new Promise<string | null>((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => {
      resolve('code' in error ? String(error.code) : error.message);
    });
    probe.listen(port, host, () => {
      probe.close(() => {
        resolve(null);
      });
    });
  });

async function port(): Promise<Finding> {
  const about = 'Port';
  const reason = env.PORT === 0 ? null : await takenBecause(env.PORT, env.HOST);
  if (reason === null) return ok(about, `${String(env.PORT)} is free; Parts Dispatch is not running`);
  if (reason === 'EACCES') {
    const advice = 'Choose a port above 1023, or allow it (CAP_NET_BIND_SERVICE).';
    return wrong(about, `${String(env.PORT)} can't be used by this user`, advice);
  }
  // Plain HTTP is answered here also with a certificate.
  const host = !env.HOST || env.HOST === '0.0.0.0' || env.HOST === '::' ? 'localhost' : env.HOST;
  const health = await healthOf(
    `http://${host.includes(':') ? `[${host}]` : host}:${String(env.PORT)}`,
  ).catch(() => null);
  if (!health?.ok) {
    const advice = 'Stop the other program, or set PORT to another number.';
    return wrong(about, `${String(env.PORT)} is used by something else (${reason})`, advice);
  }
  const text = `Parts Dispatch ${health.version ?? ''} answers at ${String(env.PORT)}`;
  if (health.version === version) return ok(about, text);
  return warning(about, `${text}; this is ${version}`, 'Restart it so that the new version runs.');
}

/** The port for metrics only. A running application has it itself. */
async function metricsPort(): Promise<Finding[]> {
  const about = 'Metrics port';
  const { METRICS_PORT: number, METRICS_HOST: host } = env;
  if (!number) return [];
  const reason = await takenBecause(number, host);
  if (reason === null) return [ok(about, `${String(number)} is free`)];
  const at = host.includes(':') ? `[${host}]` : host;
  const answer = await ask(`http://${at}:${String(number)}/metrics`)
    .then((found) => found.text())
    .catch(() => '');
  if (answer.includes('parts_dispatch_')) return [ok(about, `Parts Dispatch answers at ${String(number)}`)];
  return [
    wrong(
      about,
      `${String(number)} is used by something else (${reason})`,
      'Stop the other program, or set METRICS_PORT to another number.',
    ),
  ];
}

function proxy(): Finding {
  const about = 'Proxy';
  if (env.TRUST_PROXY === 'off') return ok(about, 'X-Forwarded headers are ignored');
  if (env.HOST && isLoopbackHost(env.HOST))
    return ok(about, 'X-Forwarded headers are trusted, from this machine only');
  const text = `X-Forwarded headers are trusted, and the port listens on ${env.HOST ?? 'all addresses'}`;
  const advice =
    'Make sure only the proxy can reach the port: HOST=127.0.0.1, a firewall, or a container network.';
  return warning(about, text, advice);
}

/**
 * The content policy of a page contains the socket's address, made from the scheme and host that the
 * application sees. They must be those of the browser.
 */
async function publicAddress(origin: string): Promise<Finding[]> {
  const about = 'Public address';
  let health: Health | null;
  let page: Response;
  try {
    [health, page] = [await healthOf(origin), await ask(`${origin}/auth`)];
  } catch (error) {
    const reason = reasonOf(error);
    if (/ENOTFOUND|EAI_AGAIN/.test(reason)) {
      const text = `this machine can't look up ${new URL(origin).hostname}, which says nothing about others`;
      return [warning(about, text, `Open ${origin} on another device. In a container this is usual.`)];
    }
    const advice =
      'Check DNS, firewall, proxy, and certificate from this machine. For your own CA: NODE_EXTRA_CA_CERTS=data/tls/ca.crt';
    return [wrong(about, `${origin} does not answer: ${reason}`, advice)];
  }
  if (!health?.ok) {
    const text = `${origin} answers ${String(page.status)}, but it is not Parts Dispatch`;
    return [wrong(about, text, 'Point the proxy at the HOST and PORT of Parts Dispatch.')];
  }
  const { protocol, host } = new URL(origin);
  const expected = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`;
  const policy = page.headers.get('content-security-policy') ?? '';
  const seen = /connect-src [^;]*?(wss?:\/\/[^ ;]+)/.exec(policy)?.[1];
  if (seen !== expected) {
    const text = seen
      ? `a request for ${origin} arrives as one for ${seen}`
      : `${origin} does not show a page (${String(page.status)})`;
    const advice = `Set APP_ORIGIN=${origin}, or TRUST_PROXY=on if the proxy sets X-Forwarded-Host and X-Forwarded-Proto.`;
    return [wrong(about, text, advice)];
  }
  return [ok(about, `requests for ${origin} arrive unchanged`), await socket(origin)];
}

/**
 * The application refuses a socket without a session with 401. A proxy that does not pass on sockets answers
 * differently.
 */
async function socket(origin: string): Promise<Finding> {
  const about = 'Live channel';
  const send = origin.startsWith('https:') ? requestByTls : request;
  const status = await new Promise<number | null>((resolve) => {
    const upgrade = send(`${origin}/ws`, { headers: UPGRADE, timeout: DOCTOR_TIMEOUT_MS }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? null);
    });
    upgrade.once('timeout', () => upgrade.destroy());
    upgrade.once('error', () => {
      resolve(null);
    });
    upgrade.end();
  });
  if (status === 401) return ok(about, 'WebSocket connections work');
  const text = `/ws answers ${status === null ? 'nothing' : String(status)}; pages are not notified of changes`;
  return wrong(
    about,
    text,
    'Make the proxy forward the Upgrade and Connection headers for /ws (docs/nginx.conf).',
  );
}

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
};

/** @param origin the address that people open, when it is not APP_ORIGIN */
export async function examineNetwork(origin = env.APP_ORIGIN): Promise<Finding[]> {
  return [await port(), ...(await metricsPort()), proxy(), ...(origin ? await publicAddress(origin) : [])];
}
