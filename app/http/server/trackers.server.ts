/**
 * Receives positions of tracker apps. Only the token in the address counts: no cookie is read here, so no other site
 * can use a session. A phone repeats a report that is not answered with 200. Positions that it can't correct are
 * therefore dropped and counted.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bucket } from '~/domain/platform/rate-limit.server';
import { networkOf } from '~/domain/platform/ip-address.server';
import { RECEIVER } from '~/domain/tracking/devices';
import { standingByToken, tokenHashes, tokenHashOf } from '~/domain/tracking/devices.server';
import { countDropped } from '~/domain/tracking/accept';
import { recordFixes, recordTransition, type Standing } from '~/domain/tracking/record-positions.server';
import { MALFORMED, readReport } from '~/domain/tracking/trackers';
import { nextRegions } from '~/domain/tracking/visits.server';
import { refuse } from '~/http/errors.server';
import { excessIn, type JsonLimits } from '~/http/json-limits.server';
import { announcedBytes, discardBody, hold, readBody, UNKNOWN } from '~/http/incoming-body.server';
import { BoundedMap } from '~/lib/bounded-map';
import type { FairQueue } from '~/lib/fair-queue';
import { runInTurn, SCRIPTS } from '~/http/request-queue.server';

const TOKEN = /^([\w-]{24})\/?$/;

export const isReceiver = (path: string) => path.startsWith(RECEIVER);

/**
 * The limit for requests and positions, per instance. It allows the positions of hours without a connection, and 5 per
 * second.
 */
const mayReport = bucket({ most: 600, perSecond: 5 });
const mayMiss = bucket({ most: 30, perSecond: 0.2 });

/** Apps send more fields than are read here, but not a different name for each value. */
const MOST: JsonLimits = { depth: 8, items: 1_000, entries: 100, names: new Set(), unknown: 100 };

const MOST_KNOWN = 20_000;
const HASHES_FRESH_MS = 10_000;
let hashes: { at: number; found: Promise<Set<string>> } | undefined;

/**
 * True for a known token, without a query for each check. So guesses from an address do not lock out the apps there.
 */
async function isToken(token: string): Promise<boolean> {
  if (!hashes || performance.now() - hashes.at > HASHES_FRESH_MS) {
    hashes = { at: performance.now(), found: tokenHashes() };
    hashes.found.catch(() => (hashes = undefined));
  }
  return (await hashes.found).has(tokenHashOf(token));
}

const find = async (token: string, network: string) =>
  mayMiss.isEmpty(network) && !(await isToken(token)) ? null : standingByToken(token);

type Received = { url: URL; client: string; queue: FairQueue; busy: () => void };

export async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  received: Received,
): Promise<void> {
  const { url, client, queue, busy } = received;
  const [, token] = TOKEN.exec(url.pathname.slice(RECEIVER.length)) ?? [];
  const network = networkOf(client);
  const unknown = () => {
    const isCounted = mayMiss.take(network);
    refuse(request, response, isCounted ? 404 : 429, isCounted ? 'Not found' : 'Too many requests');
  };
  if (!token) {
    unknown();
    return;
  }
  if (!['GET', 'POST'].includes(request.method ?? '')) {
    response.setHeader('Allow', 'GET, POST');
    refuse(request, response, 405, `${request.method ?? ''} is not allowed here`);
    return;
  }
  if (!mayReport.take(token)) {
    countDropped('too many');
    taken(request, response);
    return;
  }
  const bytes = await bodyOf(request, response);
  if (bytes === null) return;
  const text = bytes.toString('utf8');
  const type = request.headers['content-type'] ?? '';
  const work = async () => {
    const standing = await find(token, network);
    if (!standing) {
      unknown();
      return;
    }
    const report = excessIn(bytes, MOST) ? MALFORMED : readReport(text, type, url.searchParams);
    // The first position was counted with the request.
    const fixes = report.fixes.filter((_, index) => index === 0 || mayReport.take(token));
    countDropped('too many', report.fixes.length - fixes.length);
    if (report.malformed > 0) countDropped('malformed', report.malformed);
    if (standing.isRevoked) countDropped('off duty', fixes.length);
    else if (fixes.length > 0) await recordFixes(standing, fixes);
    const isHeard = standing.isOnDuty && !standing.isRevoked;
    for (const each of isHeard ? report.transitions : []) await recordTransition(standing, each);
    taken(request, response, report.wantsList ? await (isHeard ? commandsFor(standing) : []) : null);
  };
  if (!(await runInTurn(queue, { key: `tracker ${token}`, rank: SCRIPTS }, work))) busy();
}

const REGIONS_FRESH_MS = 60_000;
const RADIUS_METRES = 100;
/** OwnTracks identifies regions by a time. */
const FIRST_REGION = 1_600_000_000;
const sentRegions = new BoundedMap<number, { at: number; regions: string }>(MOST_KNOWN);

/** The next stops as regions, for a phone that accepts commands. It then reports arrivals while it sleeps. */
async function commandsFor({ driverId, deviceId, source }: Standing): Promise<object[]> {
  const before = sentRegions.get(deviceId);
  if (source !== 'owntracks' || (before && performance.now() - before.at < REGIONS_FRESH_MS)) return [];
  const regions = await nextRegions(driverId);
  const waypoints = regions.map(({ lat, lng, taskId, name }) => ({
    _type: 'waypoint',
    desc: name,
    lat,
    lon: lng,
    rad: RADIUS_METRES,
    tst: FIRST_REGION + taskId,
  }));
  const now = JSON.stringify(waypoints);
  sentRegions.set(deviceId, { at: performance.now(), regions: now });
  if (now === (before?.regions ?? '[]')) return [];
  return [{ _type: 'cmd', action: 'setWaypoints', waypoints: { _type: 'waypoints', waypoints } }];
}

/** Null when it was already answered. A body that is too large for positions is dropped unread. */
async function bodyOf(request: IncomingMessage, response: ServerResponse): Promise<Buffer | null> {
  if (request.method === 'GET') return Buffer.alloc(0);
  const held = hold(null);
  response.once('close', held.release);
  const isLarge = (announcedBytes(request) ?? 0) > UNKNOWN;
  const read = isLarge ? { isWhole: false } : await readBody(request, { limit: UNKNOWN, hold: held });
  if (read === null) return null;
  if (read !== 'no room' && read.isWhole && 'bytes' in read) return read.bytes;
  countDropped('malformed');
  taken(request, response);
  return null;
}

function taken(request: IncomingMessage, response: ServerResponse, list: unknown[] | null = null): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', list ? 'application/json' : 'text/plain');
  if (!request.complete) discardBody(request);
  response.end(list ? JSON.stringify(list) : '');
}
