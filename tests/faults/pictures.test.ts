/** Pictures that decode slowly or never: other people do not wait for them, and their senders do not wait forever. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import type { Client } from '../support/client';
import { make, photoUrl, pickup } from '../support/factories';
import { install, type Installation } from './installation';

const LANES = 6;
let installation: Installation;
let drivers: Client[];
let tasks: Task[];
let image: string;

beforeAll(async () => {
  installation = await install({ lanes: LANES });
  const lanes = Array.from({ length: LANES }, (_, i) => `lane${String(i + 1)}`);
  drivers = await Promise.all(lanes.map((lane) => installation.as(lane)));
  // Each phone has shown its list. Sessions that the server has not seen yet would share the turns of their address.
  await Promise.all(drivers.map((driver) => driver.get('/api/tasks')));
  image = await photoUrl();
});
afterAll(() => installation.close());

beforeEach(async () => {
  // Ends decoders that the test before has frozen, or that the application has given up but that still run.
  signal(decoders(), 'SIGKILL');
  await expect.poll(decoders).toEqual([]);
  const desk = await installation.as('desk1');
  tasks = [];
  for (const { driverId } of installation.lanes)
    tasks.push(await make(desk, pickup({ driver_id: driverId })));
});

/** Returns the processes that the application has started to decode pictures. */
const decoders = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isDecoder(pid));

function isDecoder(pid: number): boolean {
  try {
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
    return (
      Number(parent) === installation.app().pid &&
      readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').includes('picture-worker')
    );
  } catch {
    return false; // it has ended meanwhile
  }
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids.filter(isDecoder)) process.kill(pid, name);
}

const newKey = () => ({ 'idempotency-key': randomUUID() });

const send = (lane: number, headers: Record<string, string> = newKey(), task = tasks[lane]) => {
  const path = `/api/tasks/${String(task?.id)}/photos`;
  return drivers[lane]?.post<{ error?: string }>(path, { image }, headers) ?? Promise.reject(new Error('?'));
};

/** Sends a completion with three photos. */
const sendThree = (lane: number) =>
  drivers[lane]?.post<{ error?: string }>(
    '/api/tasks/batch/status',
    { taskIds: [tasks[lane]?.id], status: 'completed', photos: [image, image, image] },
    newKey(),
  ) ?? Promise.reject(new Error('?'));

/** Sends a photo as a phone does: under the same key, until the answer is no longer 503. */
async function sendUntilTaken(lane: number, task = tasks[lane]) {
  const key = newKey();
  for (;;) {
    const answer = await send(lane, key, task);
    if (answer.status !== 503) return { ...answer, key };
  }
}

/**
 * Freezes two decoders. The second starts only for a picture that arrives before the first has answered. So all
 * drivers send a picture at the same time, repeatedly if needed, each to a task that the tests do not use afterward.
 */
async function freeze(): Promise<number[]> {
  const desk = await installation.as('desk1');
  const sendAll = async () => {
    const others = await Promise.all(
      installation.lanes.map(({ driverId }) => make(desk, pickup({ driver_id: driverId }))),
    );
    await Promise.all(others.map((task, lane) => sendUntilTaken(lane, task)));
    return decoders().length;
  };
  await expect.poll(sendAll).toBe(2);
  const frozen = decoders();
  signal(frozen, 'SIGSTOP');
  return frozen;
}

/** On a slow machine the decoders may have been given up meanwhile. Refused pictures are sent again. */
const thaw = (frozen: number[]) => signal(frozen, 'SIGCONT');

/** Rejects after any other answer, because on a slow machine a picture that waited too long may be answered first. */
async function refusedAtOnce(sent: ReturnType<typeof sendThree>) {
  const answer = await sent;
  if (answer.status !== 429) throw new Error(`It was answered with ${String(answer.status)}`);
  return answer;
}

describe.skipIf(process.platform !== 'linux')('decoding stands still (SIGSTOP)', () => {
  test('passwords are checked, pages and writes are answered, the database has connections left; afterwards every picture is kept once', async () => {
    const frozen = await freeze();
    const sent = drivers.flatMap((_, lane) => [sendUntilTaken(lane), sendUntilTaken(lane)]);
    const desk = await installation.as('desk1');
    const signIns = await Promise.all(
      Array.from({ length: 4 }, () =>
        desk.post('/api/login', { username: 'desk1', password: 'dispatch-demo' }),
      ),
    );
    expect(signIns.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await desk.get('/api/tasks')).status).toBe(200);
    expect((await desk.post('/api/tasks', pickup(), newKey())).status).toBe(201);
    const [waiting] = await installation.database.rows<{ n: number }>(
      "select count(*)::integer as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(waiting?.n).toBe(0);
    thaw(frozen);
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 201));
    for (const [lane, task] of tasks.entries()) {
      const photos = await drivers[lane]?.get<unknown[]>(`/api/tasks/${String(task.id)}/photos`);
      expect(photos?.body).toHaveLength(2);
    }
  });

  test('a sender who waits too long is told to try again, and a new process decodes the next picture', async () => {
    const frozen = await freeze();
    const late = await send(2);
    expect([late.status, late.body.error]).toEqual([
      503,
      'Checking the image took too long. Please try again.',
    ]);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    // The system removes a killed process a moment later.
    await expect.poll(() => frozen.filter(isDecoder).length).toBeLessThan(2);
    const { status, key: taken } = await sendUntilTaken(2);
    expect(status).toBe(201);
    const again = await send(2, taken);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  });

  test('one person who sends many at once holds up nobody else', async () => {
    const frozen = await freeze();
    const many = Array.from({ length: 5 }, () => sendThree(3));
    const refused = await Promise.any(many.map(refusedAtOnce));
    expect(refused.body.error).toBe('Too many images at once. Try again in a moment.');
    const other = sendUntilTaken(4);
    thaw(frozen);
    expect((await other).status).toBe(201);
    const statuses = new Set((await Promise.all(many)).map(({ status }) => status));
    // A 409 means that another of the requests has completed the task.
    expect([...statuses].filter((status) => ![200, 409, 422, 429, 503].includes(status))).toEqual([]);
  });
});
