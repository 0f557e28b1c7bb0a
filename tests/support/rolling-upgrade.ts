/** Open pages, forms and scripts on three instances behind nginx, while each instance is replaced by the next version. */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { startApp } from './app';
import { client, type Client } from './client';
import { createDatabase, type TestDatabase } from './database';
import { delivery } from './factories';
import { submitForm } from './forms';
import { startNginx } from './nginx';
import { followVersions, openPage, type OpenPage } from './open-page';
import { addPeople, sessionOf } from './people';
import { freePort } from './raw';

const INSTANCES = 3;
const PAGES_PER_PERSON = 10;
/** Every dispatcher's page hears of every change. */
const PEOPLE_PER_DISPATCHER = 200;
const TASKS_PER_DRIVER = 3;
/** People who send forms, and scripts, one request after the other. */
const DESKS = 10;
/** Pages are opened in groups, because opening them is not measured. */
const OPENED_AT_ONCE = 50;
/** With fewer worker processes, 20,000 open files were not enough for 10,000 sockets and their other ends. */
const NGINX = { workers: 3, connections: 16_000 };

type Options = { nginx: string; pages: number; writesPerSecond: number };

export type Figures = {
  /** Requests of forms, scripts and pages. */
  requests: number;
  /** Requests of forms and scripts. */
  writes: number;
  /** Requests without the expected answer, each as a sentence, and what nginx says about them. None is repeated. */
  failures: string[];
  /** The number of times that a page said that it has no connection. */
  losses: number;
  /** The number of times that a page connected to another instance. */
  moves: number;
  mostMovesInASecond: number;
  longestLagMs: number;
  /** The number of times that an instance found changes that no message had told. */
  untold: number;
};

/** The steps of a page when its instance stops: it loses its socket, and another instance greets it. */
type Step = 'left' | 'greeted';

export type RollingUpgrade = {
  database: TestDatabase;
  /** Resolves after `count` more answers to forms and scripts, which go on until `finish`. */
  more(count: number): Promise<void>;
  /**
   * Stops each instance and starts it from this folder, in turn.
   * @returns for each the number of pages that left, and the time from SIGTERM until the last one did, in milliseconds.
   */
  replaceAll(folder: string): Promise<{ left: number; ms: number }[]>;
  /** Resolves when no form and no script waits for its answer. */
  finish(): Promise<void>;
  /** Returns the number of pages that show an older version than the database has. Called after `finish`. */
  behind(): Promise<number>;
  figures(): Figures;
  close(): Promise<void>;
};

export async function startUpgrade({ nginx, pages, writesPerSecond }: Options): Promise<RollingUpgrade> {
  const database = await createDatabase();
  const people = Array.from({ length: Math.ceil(pages / PAGES_PER_PERSON) }, (_, n) => ({
    username: `person${String(n)}`,
    name: `Person ${String(n)}`,
    roles: [n % PEOPLE_PER_DISPATCHER === 0 ? 'dispatcher' : 'driver'],
  }));
  const desks = Array.from({ length: DESKS }, (_, n) => `desk${String(n)}`);
  const ids = await addPeople(database.url, [
    { username: 'admin', name: 'Ada Admin', roles: ['admin'] },
    ...desks.map((username) => ({ username, name: username, roles: ['dispatcher'] })),
    ...people,
  ]);
  const tasks = await database.rows<{ id: number; driverId: number }>(
    `insert into tasks (type, location, address, invoice_number, latitude, longitude, geo_precision, status, driver_id,
       order_index, created_by, last_modifier_id)
     select 'delivery', 'Noon ' || n, '1 Main Street, Kansas City, MO 64105', 'INV-' || n, '38.9', '-94.6', 'exact',
       'pending', u.id, n, u.id, u.id
     from users u, generate_series(1, $1) n where 'driver' = any(u.roles) returning id, driver_id as "driverId"`,
    [TASKS_PER_DRIVER],
  );
  const cookies = await Promise.all(people.map(({ username }) => sessionOf(database, username)));

  const start = (port: number, folder = '.') =>
    startApp({ databaseUrl: database.url, folder, env: { PORT: String(port), TRUST_PROXY: 'on' } });
  const ports = await Promise.all(Array.from({ length: INSTANCES }, freePort));
  const instances = await Promise.all(ports.map(async (port) => ({ port, app: await start(port) })));
  const ended: string[] = [];
  const front = await startNginx(nginx, ports, NGINX);

  let requests = 0;
  let losses = 0;
  const failures: string[] = [];
  const steps: { step: Step; at: number }[] = [];
  const versions = followVersions(database);
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const opened: OpenPage[] = [];
  const openOne = (n: number) => {
    const person = people[Math.floor(n / PAGES_PER_PERSON)];
    const page = openPage({
      origin: front.origin,
      cookie: cookies[Math.floor(n / PAGES_PER_PERSON)] ?? '',
      owner: person?.roles.includes('driver') ? (ids[person.username] ?? 0) : 'all',
      agent,
      versions,
      onLoaded: (result) => {
        requests += 1;
        if (result !== '200' && result !== '304') failures.push(`a page: ${result}`);
      },
      onMove: (step) => steps.push({ step, at: performance.now() }),
      onLost: () => (losses += 1),
    });
    opened.push(page);
    return page.greeted;
  };
  for (let first = 0; first < pages; first += OPENED_AT_ONCE) {
    const group = Math.min(OPENED_AT_ONCE, pages - first);
    await Promise.all(Array.from({ length: group }, (_, n) => openOne(first + n)));
  }

  let writes = 0;
  let isFinished = false;
  const waiting = new Set<() => void>();
  const nextAct = actsOf(tasks);
  const work = async (desk: Client) => {
    while (!isFinished) {
      const pause = new Promise((resolve) => setTimeout(resolve, (1_000 * DESKS) / writesPerSecond));
      const { what, answer } = nextAct(desk);
      const reason = await answer.then((status) => (status < 400 ? '' : String(status)), reasonOf);
      if (reason !== '') failures.push(`${what}: ${reason}`);
      requests += 1;
      writes += 1;
      for (const look of waiting) look();
      await pause;
    }
  };
  const writing = Promise.all(
    desks.map(async (username) => work(client(front.origin, await sessionOf(database, username)))),
  );

  return {
    database,
    more: (count) => {
      const goal = writes + count;
      return new Promise((resolve) => {
        const look = () => {
          if (writes < goal) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
    },
    replaceAll: async (folder) => {
      const all: { left: number; ms: number }[] = [];
      for (const instance of instances) {
        const before = steps.length;
        const from = performance.now();
        const code = await instance.app.stop();
        if (code !== 0) failures.push(`an instance ended with ${String(code)}`);
        const left = steps.slice(before).filter(({ step }) => step === 'left');
        all.push({ left: left.length, ms: (left.at(-1)?.at ?? from) - from });
        ended.push(instance.app.output());
        instance.app = await start(instance.port, folder);
      }
      return all;
    },
    finish: async () => {
      isFinished = true;
      await writing;
    },
    behind: async () => {
      await versions.read();
      return opened.filter((page) => page.shown() < versions.latest(page.owner)).length;
    },
    figures: () => {
      const greetings = steps.flatMap(({ step, at }) => (step === 'greeted' ? [at] : []));
      return {
        requests,
        writes,
        failures: failures.length > 0 ? [...failures, ...proxyErrors(front.logged())] : [],
        losses,
        moves: greetings.length,
        mostMovesInASecond: mostWithin(greetings, 1_000),
        longestLagMs: versions.longestLagMs(),
        untold: [...ended, ...instances.map(({ app }) => app.output())]
          .map((output) => output.match(/changes that no message has told/g)?.length ?? 0)
          .reduce((sum, n) => sum + n, 0),
      };
    },
    close: async () => {
      isFinished = true;
      await writing;
      for (const page of opened) page.close();
      agent.destroy();
      versions.stop();
      await front.stop();
      await Promise.all(instances.map(({ app }) => app.stop()));
      await database.drop();
    },
  };
}

const reasonOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);

type Act = { what: string; answer: Promise<number> };

/** Returns a function that sends the next request of a form or script: edits mostly, and new tasks. */
function actsOf(tasks: { id: number; driverId: number }[]): (desk: Client) => Act {
  let n = 0;
  return (desk) => {
    n += 1;
    const { id, driverId } = tasks[(n * 7) % tasks.length] ?? { id: 0, driverId: 0 };
    const headers = { 'Idempotency-Key': randomUUID() };
    const task = delivery({ driver_id: driverId, location: `Noon, new ${String(n)}` });
    if (n % 5 === 0)
      return {
        what: 'a form',
        answer: submitForm(desk, '/dispatcher/tasks/new', {
          ...task,
          intent: 'save',
          priority: 'normal',
          status: 'pending',
          _key: randomUUID(),
        }).then(({ status }) => status),
      };
    if (n % 5 === 1)
      return {
        what: 'a new task',
        answer: desk.post('/api/tasks', task, headers).then(({ status }) => status),
      };
    return {
      what: 'an edit',
      answer: desk
        .patch(`/api/tasks/${String(id)}`, { notes: `Noon ${String(n)}` }, headers)
        .then(({ status }) => status),
    };
  };
}

/** @param times in ascending order. @returns the most of them within `ms`. */
function mostWithin(times: number[], ms: number): number {
  let from = 0;
  return times.reduce((most, at, index) => {
    while (at - (times[from] ?? at) > ms) from += 1;
    return Math.max(most, index - from + 1);
  }, 0);
}

const proxyErrors = (log: string) =>
  log.split('\n').filter((line) => / \[(?:error|crit|alert)\] /.test(line));
