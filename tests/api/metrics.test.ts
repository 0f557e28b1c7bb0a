/** /metrics: who may read it, its contents, and that it answers even without the database. */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { holdLocks, serverRows } from '../support/database';
import { addRun, addSchedule } from '../support/runs';
import { useNetwork } from '../support/use-network';

const TOKEN = 'a token of the metrics';
const network = useNetwork({ METRICS_TOKEN: TOKEN, METRICS_PORT: '0' });
const dispatcher = network.client('dispatcher');

const ask = (authorization?: string, origin = network.app.origin) =>
  fetch(`${origin}/metrics`, { headers: authorization ? { authorization } : {} });
const scrape = async () => (await ask(`Bearer ${TOKEN}`)).text();

/** Returns the names of all series, including those without a value yet. */
const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'count', 'sum'].map((end) => `${name}_${end}`) : [name],
    ),
  );

test('tasks and sessions are those of the database', async () => {
  await network.database.rows(
    "insert into tasks (type, status, location) values ('pickup', 'pending', 'Here'), ('pickup', 'pending', 'There')",
  );
  await vi.waitFor(
    async () => {
      const text = await scrape();
      expect(text).toContain('tasks{status="pending"} 2');
      expect(text).toMatch(/^sessions 1$/m);
      expect(text).toContain('database_up 1');
    },
    { interval: 500 },
  );
});

test('our names have a prefix; the former ones stay for one release, and those of the process are as everywhere', async () => {
  const answer = await ask(`Bearer ${TOKEN}`);
  expect(answer.headers.get('deprecation')).toMatch(/^@\d{10}$/);
  expect(Date.parse(answer.headers.get('sunset') ?? '')).toBeGreaterThan(0);
  const text = await answer.text();
  const names = [...namesIn(text)];
  const own = names.filter((name) => !/^(process|nodejs)_/.test(name));
  const prefixed = own.filter((name) => name.startsWith('parts_dispatch_'));
  expect(prefixed).toContain('parts_dispatch_database_up');
  expect(own.filter((name) => !prefixed.includes(name)).sort()).toEqual(
    prefixed.map((name) => name.replace('parts_dispatch_', '')).sort(),
  );
  expect(names).toContain('process_cpu_seconds_total');
  expect(text).toMatch(/^parts_dispatch_database_up 1$/m);
  expect(text).toContain('# HELP database_up Former name of parts_dispatch_database_up');
});

test('only who has the token reads them; their own port asks for none', async () => {
  for (const wrong of [undefined, 'Bearer wrong', TOKEN, `Basic ${TOKEN}`]) {
    const refused = await ask(wrong);
    expect([wrong, refused.status]).toEqual([wrong, 401]);
    expect(await refused.text()).not.toContain('http_requests');
  }
  expect((await ask(`Bearer ${TOKEN}`)).headers.get('content-type')).toContain('text/plain');

  const address = /Metrics are at (\S+)/.exec(network.app.output())?.[1] ?? '';
  expect(address).toContain('http://127.0.0.1:');
  expect(await (await fetch(address)).text()).toContain('http_requests_seconds_count');
  expect((await fetch(new URL('/dispatcher', address))).status).toBe(404);
});

test('requests are counted by route, never by what was asked for', async () => {
  await dispatcher.get('/api/tasks/987654321');
  await dispatcher.get('/dispatcher/tasks/987654321');
  await fetch(`${network.app.origin}/p/a-secret-link`);
  await fetch(`${network.app.origin}/no/such/page/987654321`);
  await vi.waitFor(async () => {
    const text = await scrape();
    expect(text).toMatch(
      /http_requests_seconds_count\{method="GET",route="\/api\/tasks\/:taskId",status="404"\} 1/,
    );
    for (const route of ['/dispatcher/tasks/:taskId', '/p/:token', 'other'])
      expect(text).toContain(`route="${route}"`);
    expect(text).not.toMatch(/987654321|a-secret-link/);
  });
});

test('while the database hangs it is asked once, and the metrics answer without its figures', async () => {
  const release = await holdLocks(
    network.database.url,
    'lock table account_imports in access exclusive mode',
  );
  const most = { connections: 0 };
  try {
    await vi.waitFor(
      async () => {
        const answers = await Promise.all(Array.from({ length: 8 }, scrape));
        const [found] = await network.database.rows<{ connections: number }>(
          `select count(*)::integer as connections from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%geocode_queue%'`,
        );
        most.connections = Math.max(most.connections, found?.connections ?? 0);
        for (const text of answers) {
          expect(text).toContain('database_up 0');
          expect(text).not.toMatch(/^(sessions|tasks\{)/m);
          expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
        }
      },
      { interval: 500 },
    );
  } finally {
    await release();
  }
  expect(most.connections).toBeLessThanOrEqual(1);
});

const WORDS = new Set(['by', 'le', 'and', 'or', 'on', 'unless', 'up']);

test('the dashboard and the alerts name metrics that exist', async () => {
  const names = namesIn(await scrape());
  const dashboard = JSON.parse(readFileSync('docs/monitoring/grafana.json', 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const alerts = readFileSync('docs/monitoring/alerts.yml', 'utf8');
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr),
  ];
  expect(expressions.length).toBeGreaterThan(20);
  for (const expression of expressions) {
    const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ');
    const words = [...bare.matchAll(/\b[a-z_]\w*\b(?!\s*\()/g)].map(([word]) => word);
    expect(words.filter((word) => !WORDS.has(word) && !names.has(word))).toEqual([]);
  }
});

test('runs are counted by state, and how long after their cut-off they were closed', async () => {
  const schedule = await addSchedule(network.database, { name: 'Counted' });
  await addRun(network.database, schedule, { cutoff: 0 });
  await addRun(network.database, schedule, { cutoff: 60 });
  await vi.waitFor(
    async () => {
      const text = await scrape();
      expect(text).toContain('runs{state="building"} 1');
      expect(text).toContain('runs{state="closed"} 1');
      expect(text).toContain('runs{state="overdue"} 0');
      expect(text).toMatch(/^run_cutoff_delay_seconds_count 1$/m);
    },
    { interval: 500 },
  );
});

test('whether the database can be written to, and the space on the disk, are known', async () => {
  const valueOf = (text: string, name: string) =>
    Number(new RegExp(`^parts_dispatch_${name} (.+)$`, 'm').exec(text)?.[1]);
  const before = await scrape();
  expect([valueOf(before, 'database_writable'), valueOf(before, 'database_full')]).toEqual([1, 0]);
  expect(valueOf(before, 'disk_free_bytes')).toBeGreaterThan(0);
  expect(valueOf(before, 'disk_size_bytes')).toBeGreaterThanOrEqual(valueOf(before, 'disk_free_bytes'));
  const name = new URL(network.database.url).pathname.slice(1);
  const readOnly = `alter database "${name}" set default_transaction_read_only`;
  // Connections keep the setting that they began with.
  const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  await serverRows(`${readOnly} = on`);
  try {
    await serverRows(others);
    await vi.waitFor(async () => {
      const text = await scrape();
      expect([valueOf(text, 'database_up'), valueOf(text, 'database_writable')]).toEqual([1, 0]);
    });
  } finally {
    await serverRows(`${readOnly} = off`);
    await serverRows(others);
  }
  await vi.waitFor(async () => {
    expect(valueOf(await scrape(), 'database_writable')).toBe(1);
  });
});
