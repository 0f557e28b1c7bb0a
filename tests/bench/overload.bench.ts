/** Measures the answers to four times as many requests as the server can handle. `npm run bench -- --overload` */
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, test } from 'vitest';
import { makeBed, manySessions, type Bed } from './bed';
import { percentile } from './load';
import { cpuSeconds } from './processes';
import { report, times } from './report';

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

type Request = { method?: 'POST'; path: string; body?: string; good: number };
type Answer = { status: number; ms: number; at: number };

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });

function ask({ method, path, body }: Request, cookie: string): Promise<Answer> {
  const from = performance.now();
  return new Promise((resolve) => {
    const end = (status: number) => {
      const at = performance.now();
      resolve({ status, ms: at - from, at });
    };
    const headers = {
      cookie,
      'accept-encoding': 'gzip',
      ...(body && { 'content-type': 'application/json' }),
    };
    const sent = request(bed.app.origin + path, { method, agent, headers }, (response) => {
      response.resume().once('end', () => {
        end(response.statusCode ?? 0);
      });
    });
    sent.once('error', () => {
      end(0);
    });
    sent.end(body);
  });
}

/** Sends as many requests at a time as there are clients. Each client sends the next one when it has its answer. */
async function atBest(what: Request): Promise<Answer[]> {
  const until = performance.now() + SECONDS * 1_000;
  const answers: Answer[] = [];
  const clients = cookies.slice(0, 16).map(async (cookie) => {
    while (performance.now() < until) answers.push(await ask(what, cookie));
  });
  await Promise.all(clients);
  return answers;
}

/** Sends `perSecond` requests a second, whether or not earlier ones have been answered. */
async function atRate(what: Request, perSecond: number): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const from = performance.now();
  for (let seconds = 0; seconds < SECONDS; seconds = (performance.now() - from) / 1_000) {
    while (answers.length < seconds * perSecond)
      answers.push(ask(what, cookies[answers.length % PEOPLE] ?? ''));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return Promise.all(answers);
}

async function probed<Result>(work: Promise<Result>): Promise<{ result: Result; ready: number }> {
  const statuses: number[] = [];
  const probe = setInterval(() => {
    void ask({ path: '/readyz', good: 200 }, '').then(({ status }) => statuses.push(status));
  }, 500);
  const result = await work;
  clearInterval(probe);
  return { result, ready: statuses.filter((status) => status === 200).length / statuses.length };
}

async function compared(what: string, request: Request) {
  const from = async (work: Promise<Answer[]>) => {
    const [began, spent] = [performance.now(), cpuSeconds(bed.app.pid)];
    const { result, ready } = await probed(work);
    const cpuMs = 1_000 * (cpuSeconds(bed.app.pid) - spent);
    const good = result.filter(({ status }) => status === request.good).map(({ ms }) => ms);
    const inTime = result.filter(
      ({ status, at }) => status === request.good && at < began + SECONDS * 1_000,
    ).length;
    const refused = result.filter(({ status }) => status === 503).length;
    return {
      // Only answers during the load count, not those after its end.
      perSecond: inTime / SECONDS,
      cpuMs: cpuMs / good.length,
      p50: percentile(good, 0.5),
      p99: percentile(good, 0.99),
      refused,
      other: result.length - good.length - refused,
      ready,
    };
  };
  await atBest(request);
  const peak = await from(atBest(request));
  const crowd = await from(atRate(request, 4 * peak.perSecond));
  // The best rate is measured again, because the speed of the machine may have changed.
  const again = await from(atBest(request));
  const best = (peak.perSecond + again.perSecond) / 2;
  report(what, {
    'at its best, answers/s': best,
    'p50 ms': peak.p50,
    'four times as many, answers/s': crowd.perSecond,
    ratio: times(crowd.perSecond / best),
    'p50, p99 ms': `${crowd.p50.toFixed(0)}, ${crowd.p99.toFixed(0)}`,
    'CPU ms an answer, best and crowd': `${peak.cpuMs.toFixed(1)}, ${crowd.cpuMs.toFixed(1)}`,
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
      type: 'delivery',
      location: 'Overload',
      address: '100 Main Street, Kansas City, MO 64105',
      invoice_number: 'INV-1',
      driver_id: driverId,
      latitude: '39.1',
      longitude: '-94.5',
    }),
    good: 201,
  }));
