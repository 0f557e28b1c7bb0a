/** Four times as many requests as can be answered: how many are answered all the same. `npm run bench -- --overload` */
import autocannon from 'autocannon';
import { afterAll, beforeAll, test } from 'vitest';
import { client } from '../support/client';
import { makeBed, manySessions, type Bed } from './bed';
import { percentile, report, times } from './load';

const PEOPLE = 300;
const SECONDS = 15;

let bed: Bed;
let cookies: string[];
let driverId: number;

beforeAll(async () => {
  bed = await makeBed({ drivers: 30, tasks: 300 });
  cookies = await manySessions(bed.database, PEOPLE);
  const [driver] = await bed.database.rows<{ id: number }>("select id from users where username = 'driver0'");
  driverId = driver?.id ?? 0;
}, 300_000);
afterAll(() => bed.close());

type Request = Pick<autocannon.Options, 'method' | 'body'> & { path: string; good: number };

async function run(request: Request, connections: number, rate?: number) {
  const { path, good, ...rest } = request;
  let next = 0;
  const taken: number[] = [];
  const load = autocannon({
    ...rest,
    url: bed.app.origin + path,
    connections,
    duration: SECONDS,
    timeout: 60,
    ...(rate && { overallRate: rate }),
    setupClient: (each) => {
      const cookie = cookies[next++ % PEOPLE] ?? '';
      each.setHeaders({ cookie, ...(rest.body && { 'content-type': 'application/json' }) });
      each.on('response', (status, _bytes, ms) => {
        if (status === good) taken.push(ms);
      });
    },
  });
  const health: number[] = [];
  const probe = setInterval(() => {
    void client(bed.app.origin)
      .get('/readyz')
      .then(
        ({ status }) => health.push(status),
        () => health.push(0),
      );
  }, 500);
  const result = await load;
  clearInterval(probe);
  const count = (from: number, to: number) =>
    Object.entries(result.statusCodeStats ?? {})
      .filter(([status]) => Number(status) >= from && Number(status) < to)
      .reduce((sum, [, { count: n }]) => sum + (n ?? 0), 0);
  return {
    perSecond: taken.length / SECONDS,
    p50: percentile(taken, 0.5),
    p99: percentile(taken, 0.99),
    refused: count(503, 504),
    other: count(400, 503),
    ready: health.filter((status) => status === 200).length / Math.max(1, health.length),
  };
}

async function compared(what: string, request: Request) {
  await run(request, 8);
  const peak = await run(request, 16);
  const crowd = await run(request, PEOPLE, Math.ceil(4 * peak.perSecond));
  report(what, {
    'at its best, answers/s': peak.perSecond,
    'p50 ms': peak.p50,
    'four times as many, answers/s': crowd.perSecond,
    ratio: times(crowd.perSecond / peak.perSecond),
    'p50, p99 ms': `${crowd.p50.toFixed(0)}, ${crowd.p99.toFixed(0)}`,
    'refused with 503': crowd.refused,
    'refused otherwise': crowd.other,
    '/readyz 200': times(crowd.ready),
  });
}

test('the board', () => compared('/dispatcher, 300 people', { path: '/dispatcher', good: 200 }));

test('writing on one driver', () =>
  compared('POST /api/tasks for one driver, 300 people', {
    method: 'POST',
    path: '/api/tasks',
    body: JSON.stringify({
      type: 'pickup',
      location: 'Overload',
      address: '100 Main Street, Kansas City, MO 64105',
      driver_id: driverId,
      latitude: '39.1',
      longitude: '-94.5',
    }),
    good: 201,
  }));
