/**
 * The engine of background work: which instance runs a job, in which order, how often, and what happens when an
 * instance stops responding.
 */
import { connect, disconnect, execute, row, rows, transaction } from 'db/connection';
import { listen } from 'db/listen';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DomainError } from '~/domain/kernel/errors';
import {
  endEarly,
  forgetLane,
  runAgain,
  wakeKind,
  JOB_CHANNEL,
} from '~/domain/platform/jobs/change-jobs.server';
import { startJobs, type Jobs } from '~/domain/platform/jobs/engine.server';
import type { Job, Kind, Outcome } from '~/domain/platform/jobs/job';
import { createDatabase } from '../support/database';
import { endLeases, makeDue } from '../support/jobs';

let home: Awaited<ReturnType<typeof createDatabase>>;
let listener: Awaited<ReturnType<typeof listen>>;
let engines: Jobs[] = [];
const said: string[] = [];
const log = {
  error: (_: object, message: string) => said.push(message),
  warn: (_: object, message: string) => said.push(message),
};

beforeAll(async () => {
  home = await createDatabase();
  connect(home.url);
  const heartbeat = { statement: 'select 1', onAnswer: () => undefined, isOften: () => false };
  listener = await listen(home.url, [JOB_CHANNEL], heartbeat, {
    onNotification: (_, payload) => {
      for (const engine of engines) engine.notified(payload);
    },
    onGap: () => undefined,
    onError: () => undefined,
  });
});
afterAll(async () => {
  await listener.stop();
  await disconnect();
  await home.drop();
});
beforeEach(() => execute('delete from jobs'));
afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  engines = [];
});

type Work = (job: Job<{ n: number }>) => Promise<Outcome> | Outcome;

/** Too rarely for a test: what no wake-up reaches is never done. */
const HARDLY_EVER_MS = 3_600_000;

type Starting = Partial<Kind<{ n: number }>> & { isListening?: boolean; lookEveryMs?: number };

function start(run: Work, { isListening = true, lookEveryMs, ...more }: Starting = {}): Jobs {
  const kind: Kind<{ n: number }> = {
    kind: 'sums',
    atOnce: 2,
    retrySeconds: [0.05, 0.05],
    spread: 0,
    keepDays: 1,
    keepsDone: true,
    ...more,
    run: (job) => Promise.resolve(run(job)),
  };
  const engine = startJobs([kind], log, lookEveryMs);
  engine.setListening(isListening);
  engines.push(engine);
  return engine;
}

type Asked = { lane?: string; chain?: string | null; subject?: string };
let count = 0;
const ask = (n: number, { lane = '', chain = null, subject = `s${String((count += 1))}` }: Asked = {}) =>
  execute(
    `insert into jobs (kind, subject, lane, chain, payload)
     values ('sums', $subject, $lane, $chain, jsonb_build_object('n', $n::integer))`,
    { n, lane, chain, subject },
  );
const states = async () =>
  (await rows<{ state: string }>('select state from jobs order by id')).map(({ state }) => state);
const until = (what: () => Promise<void> | void) => vi.waitFor(what, { interval: 20 });
const allAre = (...expected: string[]) =>
  until(async () => {
    expect(await states()).toEqual(expected);
  });
/** Returns a promise and the function that resolves it. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('a job is begun as soon as it is committed, by one of several instances', async () => {
  const ran: number[] = [];
  const work: Work = ({ payload: { n } }) => {
    ran.push(n);
    return { is: 'done' };
  };
  start(work);
  start(work);
  start(work);
  await transaction(async () => {
    for (let n = 0; n < 20; n += 1) await ask(n);
    expect(ran).toEqual([]);
  });
  await allAre(...Array.from({ length: 20 }, () => 'done'));
  expect(ran.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('jobs of one chain keep their order through retries; those of other chains do not wait', async () => {
  const ran: string[] = [];
  start(({ payload: { n }, lane, attempts }) => {
    ran.push(`${lane}${String(n)}`);
    return { is: n === 1 && lane === 'a' && attempts < 3 ? 'again' : 'done' };
  });
  await transaction(async () => {
    for (const n of [1, 2, 3]) await ask(n, { lane: 'a', chain: 'a' });
    await ask(1, { lane: 'b', chain: 'b' });
  });
  await allAre('done', 'done', 'done', 'done');
  expect(ran.filter((each) => each.startsWith('a'))).toEqual(['a1', 'a1', 'a1', 'a2', 'a3']);
  expect(ran.indexOf('b1')).toBeLessThan(ran.indexOf('a2'));
});

test('thousands of jobs behind one that waits are put off, and come one after the other when it is done', async () => {
  await execute(
    `insert into jobs (kind, subject, chain, run_at)
     select 'sums', n, 'c' || n % 1000, now() + case when n < 1000 then interval '1 hour' else '0' end
     from generate_series(0, 2999) n order by n`,
  );
  const ran: string[] = [];
  start(({ subject }) => {
    ran.push(subject);
    return { is: 'done' };
  });
  const dueNow = async () =>
    (await row<{ n: number }>('select count(*)::integer as n from jobs where run_at <= now()'))?.n;
  await until(async () => {
    expect(await dueNow()).toBe(0);
  });
  expect(ran).toEqual([]);
  await execute("update jobs set run_at = now() where subject = '7'");
  await until(() => {
    expect(ran).toEqual(['7', '1007', '2007']);
  });
});

test('several instances work on the same chains: each keeps its order, and none stands still', async () => {
  const ran: Record<string, number[]> = {};
  const work: Work = async ({ id, lane }) => {
    (ran[lane] ??= []).push(id);
    await new Promise((resolve) => setImmediate(resolve));
    return { is: 'done' };
  };
  for (let instance = 0; instance < 3; instance += 1) start(work, { lookEveryMs: HARDLY_EVER_MS });
  const lanes = ['a', 'b', 'c', 'd', 'e'];
  for (let n = 0; n < 100; n += 1) await Promise.all(lanes.map((lane) => ask(n, { lane, chain: lane })));
  await allAre(...Array.from({ length: 500 }, () => 'done'));
  for (const lane of lanes)
    expect(ran[lane]).toEqual([...(ran[lane] ?? [])].sort((one, other) => one - other));
});

test('a job that is written while the end of the one before it commits does not wait for a lease', async () => {
  let commit: () => void = () => undefined;
  let isEnding = false;
  const ran: number[] = [];
  start(
    ({ payload: { n } }) => {
      ran.push(n);
      if (n === 2) return { is: 'done' };
      const write = () =>
        new Promise<void>((resolve) => {
          isEnding = true;
          commit = resolve;
        });
      return { is: 'done', write };
    },
    { lookEveryMs: HARDLY_EVER_MS },
  );
  await ask(1, { lane: 'a', chain: 'a' });
  await until(() => {
    expect(isEnding).toBe(true);
  });
  await ask(2, { lane: 'a', chain: 'a' });
  await until(async () => {
    expect(await row("select from jobs where payload ->> 'n' = '2' and run_at > now()")).toBeDefined();
  });
  commit();
  // Only the regular look would find it after the lease of the first one.
  await until(() => {
    expect(ran).toEqual([1, 2]);
  });
});

test('a lane whose work hangs holds up no other, and has no more at once than its kind says', async () => {
  const { opened, open } = gate();
  const ran: string[] = [];
  start(async ({ lane }) => {
    ran.push(lane);
    if (lane === 'slow') await opened;
    return { is: 'done' };
  });
  await transaction(async () => {
    for (const n of [1, 2, 3]) await ask(n, { lane: 'slow' });
    for (const n of [4, 5, 6]) await ask(n, { lane: 'quick' });
  });
  await until(() => {
    expect(ran.filter((lane) => lane === 'quick')).toHaveLength(3);
  });
  expect(ran.filter((lane) => lane === 'slow')).toHaveLength(2);
  open();
  await allAre(...Array.from({ length: 6 }, () => 'done'));
});

test('a paused lane waits, and goes on when it is told', async () => {
  start(() => ({ is: 'done' }), { paused: "select key from rate_limits where key = 'off'" });
  await execute("insert into rate_limits (key, points, expire) values ('off', 1, 1)");
  await transaction(async () => {
    await ask(1, { lane: 'off' });
    await ask(2, { lane: 'on' });
  });
  await allAre('waiting', 'done');
  await execute("delete from rate_limits where key = 'off'");
  await wakeKind('sums');
  await allAre('done', 'done');
});

test('later does not count as a try, again does until the last one, and a fault is tried again later', async () => {
  const tries: Record<string, number[]> = {};
  start(({ subject, attempts, isLast }) => {
    (tries[subject] ??= []).push(attempts);
    if (subject === 'later')
      return tries[subject].length < 4 ? { is: 'later', seconds: 0.02 } : { is: 'done' };
    if (subject === 'fault') throw new Error('It broke');
    return { is: 'again', error: isLast ? 'The last' : 'Not the last' };
  });
  await transaction(async () => {
    for (const subject of ['later', 'again', 'fault']) await ask(1, { subject });
  });
  await allAre('done', 'failed', 'waiting');
  expect(tries).toEqual({ later: [1, 1, 1, 1], again: [1, 2, 3], fault: [1] });
  const found = await rows<{ error: string | null; seconds: number }>(
    'select error, extract(epoch from run_at - now())::float8 as seconds from jobs order by id',
  );
  expect(found.map(({ error }) => error)).toEqual([null, 'The last', 'It broke']);
  expect(found[2]?.seconds).toBeGreaterThan(20);
  expect(said).toContain('a job failed; it will be tried again');
});

test('a lane that rests is left alone by this instance', async () => {
  const at: number[] = [];
  start(
    () => {
      at.push(performance.now());
      return at.length === 1 ? { is: 'again', restSeconds: 0.4 } : { is: 'done' };
    },
    { atOnce: 1 },
  );
  await transaction(async () => {
    await ask(1);
    await ask(2);
  });
  await allAre('done', 'done');
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(390);
});

test('one of a kind and subject waits at a time; while it runs, another one may wait', async () => {
  await ask(1, { subject: 'same' });
  await expect(ask(2, { subject: 'same' })).rejects.toThrow();
  const { opened, open } = gate();
  start(async () => {
    await opened;
    return { is: 'done' };
  });
  await allAre('running');
  await ask(3, { subject: 'same' });
  open();
  await allAre('done', 'done');
});

test('an instance that is heard of keeps its job; when its lease has ended another one takes over, and the first one writes nothing', async () => {
  const first = gate();
  const wrote: string[] = [];
  const signals: AbortSignal[] = [];
  const work: Work = async ({ signal, attempts }) => {
    if (attempts > 1) return { is: 'done', write: () => Promise.resolve(wrote.push('second')) };
    signals.push(signal);
    await first.opened;
    return { is: 'failed', error: 'Too late', write: () => Promise.resolve(wrote.push('first')) };
  };
  start(work);
  start(work);
  await ask(1);
  await allAre('running');
  const leaseEnd = async () => (await row<{ at: Date }>('select run_at as at from jobs'))?.at.getTime() ?? 0;
  const begun = await leaseEnd();
  await until(async () => {
    expect(await leaseEnd()).toBeGreaterThan(begun);
  });
  // Another instance takes over the job, as it does when the first one stands still.
  await execute('update jobs set holder = gen_random_uuid()');
  await endLeases(home);
  await wakeKind('sums');
  await allAre('done');
  await until(() => {
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
  first.open();
  await Promise.all(engines.map((engine) => engine.stop()));
  engines = [];
  expect([wrote, await states()]).toEqual([['second'], ['done']]);
});

test('an instance that stood still does not begin again what it is still doing', async () => {
  const { opened, open } = gate();
  const ran: number[] = [];
  start(async ({ attempts, payload: { n } }) => {
    ran.push(n);
    if (n === 1) await opened;
    return { is: 'done', result: { attempts } };
  });
  await ask(1);
  await allAre('running');
  await endLeases(home);
  // Since then the instance has claimed jobs again.
  await ask(2);
  await allAre('running', 'done');
  open();
  await allAre('done', 'done');
  expect(ran).toEqual([1, 2]);
});

test('a job is done once though the database is away when its end is to be recorded, or before it has begun', async () => {
  const ran: number[] = [];
  let writes = 0;
  const away = new DomainError('unavailable', 'It is away');
  start(({ payload: { n }, attempts }) => {
    ran.push(n);
    if (n === 2 && ran.length < 3) throw away;
    const write = () => {
      writes += 1;
      if (writes === 1) throw away;
      return Promise.resolve();
    };
    return { is: 'done', result: { attempts }, write };
  });
  await ask(1);
  await allAre('done');
  await ask(2);
  await allAre('done', 'done');
  expect(ran).toEqual([1, 2, 2]);
  expect(await rows('select result, attempts from jobs')).toEqual([
    { result: { attempts: 1 }, attempts: 1 },
    { result: { attempts: 1 }, attempts: 1 },
  ]);
});

test('an instance that stops gives its jobs back at once, and the try does not count', async () => {
  const engine = start(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('stopped'));
        });
      }),
  );
  await ask(1);
  await allAre('running');
  await engine.stop();
  expect(await rows('select state, attempts, holder from jobs')).toEqual([
    { state: 'waiting', attempts: 0, holder: null },
  ]);
});

test('progress is stored while it runs, and who wants the result now gets it', async () => {
  start(async (job) => {
    job.progress = 0.5;
    await new Promise<void>((resolve) => {
      job.stopped.addEventListener('abort', () => {
        resolve();
      });
    });
    return { is: 'done', result: { sum: 5 } };
  });
  await ask(1, { subject: 'long' });
  await until(async () => {
    expect(await rows('select progress from jobs')).toEqual([{ progress: 0.5 }]);
  });
  await endEarly('sums', 'long');
  await allAre('done');
  expect(await rows('select result from jobs')).toEqual([{ result: { sum: 5 } }]);
});

test('the writes of a try are rolled back with its end, and a job that is not kept is deleted', async () => {
  start(
    ({ attempts }) => ({
      is: 'done',
      write: async () => {
        await execute("insert into rate_limits (key, points, expire) values ('written', 1, 1)");
        if (attempts === 1) throw new Error('no room');
      },
    }),
    { keepsDone: undefined },
  );
  await ask(1);
  await until(() => {
    expect(said).toContain('a job could not be recorded; its lease ends');
  });
  expect(await rows("select from rate_limits where key = 'written'")).toEqual([]);
  expect(await states()).toEqual(['running']);
  await endLeases(home);
  await wakeKind('sums');
  await allAre();
  expect(await rows("select from rate_limits where key = 'written'")).toHaveLength(1);
});

test('one that is over begins anew, one that waits is due now and keeps its tries, and one that runs is left alone', async () => {
  await ask(1, { subject: 'over' });
  await execute("update jobs set state = 'failed', attempts = 3, run_at = null, ended_at = now()");
  expect(await runAgain('sums', 'over')).toBe(true);
  const found = () => row('select state, attempts, run_at <= now() as due, ended_at from jobs');
  expect(await found()).toEqual({ state: 'waiting', attempts: 0, due: true, ended_at: null });
  await execute("update jobs set attempts = 2, run_at = now() + interval '1 hour'");
  expect(await runAgain('sums', 'over')).toBe(true);
  expect(await found()).toMatchObject({ attempts: 2, due: true });
  await execute("update jobs set state = 'running'");
  expect(await runAgain('sums', 'over')).toBe(false);
  expect(await runAgain('sums', 'nothing')).toBe(false);
  await forgetLane('sums', '');
  expect(await found()).toBeNull();
});

test('without notifications it looks every second', async () => {
  await home.rows('alter table jobs disable trigger user');
  try {
    start(() => ({ is: 'done' }), { isListening: false, lookEveryMs: HARDLY_EVER_MS });
    await ask(1);
    await allAre('done');
    await ask(2);
    await allAre('done', 'done');
  } finally {
    await home.rows('alter table jobs enable trigger user');
  }
});

test('a retry far away is found by the look, and made due by hand at once', async () => {
  start(({ attempts }) => ({ is: attempts < 2 ? 'again' : 'done' }), { retrySeconds: [3_600] });
  await ask(1, { lane: 'far' });
  await until(async () => {
    expect(await rows('select attempts, state from jobs')).toEqual([{ attempts: 1, state: 'waiting' }]);
  });
  await makeDue(home, { kind: 'sums', lane: 'far' });
  await allAre('done');
});
