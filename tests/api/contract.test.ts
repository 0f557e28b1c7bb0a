/**
 * Sends requests derived from the description of the API, some valid and some not, and checks that every answer is
 * described. All of it happens twice: the application calls the routes itself, and Remix's own handler calls them.
 * `CONTRACT_RUNS=20000 npm test -- api contract` runs longer, and `CONTRACT_SEED=7` chooses other requests. The same
 * seed sends the same requests.
 */
import { diceOf } from 'db/demo/dice';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Document } from '~/http/openapi/document';
import { isShort } from '../long';
import { client } from '../support/client';
import { judge, type Received } from '../support/contract/judge';
import { validate } from '../support/contract/openapi';
import { requestsFrom, type Planned } from '../support/contract/requests';
import { fill, learn, send, type World } from '../support/contract-world';
import { useNetwork } from '../support/use-network';

const RUNS = Number(process.env.CONTRACT_RUNS ?? (isShort ? 1_600 : 5_000));
const SEED = Number(process.env.CONTRACT_SEED ?? 1);
const AT_ONCE = 4;
const LONGEST_MS = 3_600_000;
const BY_REMIX = { TEST_REMIX_ROUTES: 'on' };

const WAYS: [string, Record<string, string>][] = [
  ['the application', {}],
  ["Remix's handler alone", BY_REMIX],
];
// For `npm test` one way is enough.
describe.each(WAYS.slice(0, isShort ? 1 : 2))('answered by %s', (_, way) => {
  const network = useNetwork({ ...way, API_CALLS_PER_MINUTE: '10000000' });
  let document: Document;
  let world: World;

  beforeAll(async () => {
    document = (await client(network.app.origin).get<Document>('/api/openapi.json')).body;
    world = await fill(network);
  });

  /** Each call gets as many requests as any other, so that a short run tests all of them. */
  function plansOf(runs: number, seed: number): { plans: Planned[]; calls: number } {
    const byCall = requestsFrom(document, world);
    const calls = byCall.length;
    const rounds = Math.ceil(runs / calls);
    const samples = byCall.map((requests, i) => fc.sample(requests, { numRuns: rounds, seed: seed + i }));
    const dice = diceOf(seed);
    const plans = Array.from({ length: rounds }, (_, round) =>
      dice.shuffle(samples.flatMap((each) => each.slice(round, round + 1))),
    ).flat();
    return { plans, calls };
  }

  test('the document is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(await validate(document)).toEqual([]);
  });

  test('the document has each refusal once', () => {
    expect(JSON.stringify(document).length).toBeLessThan(400_000);
    const refusals = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status]) => Number(status) >= 400);
    expect(refusals.length).toBeGreaterThan(1_000);
    expect(refusals.filter(([, answer]) => !('$ref' in answer))).toEqual([]);
  });

  test(
    'every answer to any request is one that the document describes',
    { timeout: LONGEST_MS },
    async () => {
      const check = judge(document);
      const { plans, calls } = plansOf(RUNS, SEED);
      const wrong: string[] = [];
      const succeeded = new Set<string>();
      let valid = 0;
      let accepted = 0;
      const ask = async (plan: Planned) => {
        const { request, received } = await send(network.app.origin, world, plan);
        const name = `${plan.method} ${plan.template}`;
        const problem = check(plan, received);
        if (problem !== null)
          wrong.push(`${name} as ${plan.actor}, ${plan.mutation ?? 'valid'}: ${problem}\n  ${request}`);
        if (received.status < 400 && plan.mutation === null) succeeded.add(name);
        if (plan.mutation === null && plan.actor === 'admin') {
          valid += 1;
          if (received.status < 400) accepted += 1;
        }
        if (received.status === 201) learn(world.known, plan.template, received);
      };
      const waiting = plans[Symbol.iterator]();
      const work = async () => {
        for (const plan of waiting) await ask(plan);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      process.stdout.write(
        `${String(plans.length)} requests with seed ${String(SEED)}: ${String(accepted)} of ${String(valid)} valid ones of the admin taken, ${String(succeeded.size)} of ${String(calls)} calls succeeded\n`,
      );
      expect(wrong, `CONTRACT_SEED=${String(SEED)}`).toEqual([]);
      // A lower share would mean that mostly refusals were tested.
      expect(accepted / valid).toBeGreaterThan(0.35);
      expect(succeeded.size / calls).toBeGreaterThan(0.6);
      expect(network.app.output()).not.toContain('"level":50');
    },
  );

  if (way === BY_REMIX)
    test(
      'reads and refusals are the same to the byte as the application’s own',
      { timeout: LONGEST_MS },
      async () => {
        const own = await network.shared({ TEST_REMIX_ROUTES: 'off' });
        const different: string[] = [];
        let compared = 0;
        for (const planned of plansOf(RUNS / 4, SEED + 1_000).plans) {
          // A key would return the first answer.
          const plan = { ...planned, headers: { ...planned.headers } };
          delete plan.headers['Idempotency-Key'];
          const ask = (origin: string) => send(origin, world, plan);
          const first = await ask(own.origin);
          // A write that was done would find another state.
          if (!['GET', 'HEAD'].includes(plan.method) && first.received.status < 400) continue;
          const second = await ask(network.app.origin);
          compared += 1;
          if (shown(first.received) === shown(second.received)) continue;
          // Some answers have the time at which they were computed, or tell of work that goes on.
          const third = await ask(own.origin);
          // Each instance keeps the arrival times that it has computed for half a minute.
          const isKept = /^GET \/api\/arrivals[ ?]/.test(first.request);
          const isSteady = !isKept && shown(first.received) === shown(third.received);
          if (isSteady || kindOf(first.received) !== kindOf(second.received))
            different.push(`${first.request}\n  ${shown(first.received)}\n  ${shown(second.received)}`);
        }
        expect(different).toEqual([]);
        expect(compared).toBeGreaterThan(RUNS / 8);
      },
    );
});

describe('only spellings of addresses are answered otherwise by Remix', () => {
  const network = useNetwork();

  test.each([
    ['what is missing is told in JSON', '/api/nothing', '404 application/json', '404 text/html'],
    ['the path of all calls is in small letters', '/API/user', '404 text/html', '200 application/json'],
    ['a call has no data of a page', '/api/user.data', '404 application/json', '200 text/x-script'],
    ['a fixed word is not decoded', '/api/%75ser', '404 application/json', '200 application/json'],
    ['one slash at the end is enough', '/api/user//', '404 application/json', '200 application/json'],
    ['an unknown field is refused', '/api/user?index', '422 application/json', '200 application/json'],
  ])('%s: %s', async (_, path, own, byRemix) => {
    const reader = await network.as('dispatcher');
    const { origin } = await network.shared(BY_REMIX);
    const asked = async (person: typeof reader) => {
      const { status, headers } = await person.get(path);
      return `${String(status)} ${String(headers.get('content-type')?.split(';')[0])}`;
    };
    expect(await asked(reader)).toBe(own);
    expect(await asked(reader.through(origin))).toBe(byRemix);
  });
});

/** These tell apart any two answers. */
const OF_ONE_ANSWER = ['date', 'x-request-id', 'server-time', 'ratelimit-remaining', 'ratelimit-reset'];

function shown({ status, headers, text }: Received): string {
  const kept = [...headers].filter(([name]) => !OF_ONE_ANSWER.includes(name));
  return JSON.stringify([status, Object.fromEntries(kept), text]);
}

const kindOf = ({ status, headers }: Received) => `${String(status)} ${String(headers.get('content-type'))}`;
