/** Each alert of docs/monitoring fires, on series as the application has them, and is silent on a quiet day. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useNetwork } from '../support/use-network';

const PROMTOOL = '/usr/bin/promtool';
const hasPromtool = existsSync(PROMTOOL);
const skipped = hasPromtool ? '' : ' (SKIPPED: Debian’s prometheus is not installed)';

const RULES = resolve('docs/monitoring/alerts.yml');
const TOKEN = 'a token of the metrics';
const network = useNetwork({ METRICS_TOKEN: TOKEN });
const INSTANCE = { instance: 'dispatch-1:3000', job: 'parts-dispatch' };

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-alerts-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Minutes: the longest rule waits for a day. */
const LONG = 1_500;
const always = (value: number) => `${String(value)}x${String(LONG)}`;
const growing = (each: number) => `0+${String(each)}x${String(LONG)}`;

type Case = {
  /** Values of series that are as they should not be, and as they should be; names without their prefix. */
  bad: Record<string, string>;
  good?: Record<string, string>;
  /** Labels that the alert keeps. */
  labels?: Record<string, string>;
};

const requests = (status: string) =>
  `http_requests_seconds_count{method="GET",route="/dispatcher",status="${status}"}`;
const inSeconds = (le: string) =>
  `http_requests_seconds_bucket{le="${le}",method="GET",route="/dispatcher",status="200"}`;

const CASES: Record<string, Case> = {
  PartsDispatchIsDown: { bad: { up: always(0) }, labels: INSTANCE },
  PartsDispatchDatabaseIsDown: { bad: { database_up: always(0) }, labels: INSTANCE },
  PartsDispatchDatabaseIsReadOnly: { bad: { database_writable: always(0) } },
  PartsDispatchDatabaseIsFull: { bad: { database_full: always(1) } },
  PartsDispatchDiskFills: {
    bad: { disk_free_bytes: always(5e9), disk_size_bytes: always(6e10) },
    good: { disk_free_bytes: always(5e10), disk_size_bytes: always(6e10) },
    labels: INSTANCE,
  },
  PartsDispatchAnswersWithErrors: {
    bad: { [requests('500')]: growing(30), [requests('200')]: growing(600) },
    good: { [requests('500')]: growing(3), [requests('200')]: growing(600) },
  },
  PartsDispatchIsSlow: {
    bad: {
      [inSeconds('1')]: growing(500),
      [inSeconds('2.5')]: growing(600),
      [inSeconds('+Inf')]: growing(600),
    },
    good: { [inSeconds('1')]: growing(599), [inSeconds('+Inf')]: growing(600) },
  },
  PartsDispatchEventLoopLags: {
    bad: { nodejs_eventloop_lag_p99_seconds: always(0.4) },
    good: { nodejs_eventloop_lag_p99_seconds: always(0.02) },
    labels: INSTANCE,
  },
  PartsDispatchWaitsForTheDatabase: {
    bad: { database_transaction_wait_seconds_total: growing(60), database_transactions_total: growing(100) },
    good: { database_transaction_wait_seconds_total: growing(1), database_transactions_total: growing(100) },
    labels: INSTANCE,
  },
  PartsDispatchHoldsAreOverdue: { bad: { sweep_overdue_holds: always(1) } },
  PartsDispatchBackgroundWorkFails: {
    bad: { 'sweep_failures_total{work="holds"}': growing(1) },
    labels: { work: 'holds' },
  },
  PartsDispatchWebhooksWait: { bad: { webhook_oldest_delivery_seconds: always(4_000) } },
  PartsDispatchServiceFails: {
    bad: { 'service_outage_seconds{service="email"}': always(700) },
    good: { 'service_outage_seconds{service="read replica"}': always(700) },
    labels: { service: 'email' },
  },
  PartsDispatchMessagesWait: { bad: { customer_message_oldest_seconds: always(2_000) } },
  PartsDispatchMessagesFail: {
    bad: { 'customer_messages{state="failed"}': always(2), 'customer_messages{state="sent"}': always(10) },
    good: { 'customer_messages{state="failed"}': always(1), 'customer_messages{state="sent"}': always(20) },
  },
  PartsDispatchCertificateExpires: { bad: { tls_certificate_seconds_left: always(1e6) } },
  PartsDispatchBackupIsOff: { bad: { backup_scheduled: always(0) }, good: { backup_scheduled: always(1) } },
  PartsDispatchBackupFailed: { bad: { backup_failed: always(1) } },
  PartsDispatchBackupIsOld: {
    bad: { backup_age_seconds: always(1e5), backup_scheduled: always(1) },
    good: { backup_age_seconds: always(1e5), backup_scheduled: always(0) },
  },
  PartsDispatchAddressesWait: { bad: { 'geocoding_queue{state="waiting"}': always(600) } },
  PartsDispatchRunsAreOverdue: { bad: { 'runs{state="overdue"}': always(1) } },
  PartsDispatchInboxWaits: { bad: { inbox_oldest_seconds: always(4_000) } },
  PartsDispatchJobsFail: {
    bad: { 'jobs_failed{kind="webhook"}': growing(1) },
    good: { 'jobs_failed{kind="webhook"}': always(3) },
    labels: { kind: 'webhook' },
  },
  PartsDispatchReplicaIsBehind: {
    bad: { database_replica_seconds_behind: always(90) },
    good: { database_replica_seconds_behind: always(3) },
  },
  PartsDispatchReplicaIsNotRead: { bad: { 'service_outage_seconds{service="read replica"}': always(400) } },
};

/** The value of each series of the application, by name with labels. */
let samples: Map<string, string>;
/** The names of all metrics, also of those without a value now. */
let names: Set<string>;

beforeAll(async () => {
  const answer = await fetch(`${network.app.origin}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const text = await answer.text();
  const lines = text.matchAll(/^((?:parts_dispatch_|nodejs_|process_)\w+(?:\{.*\})?) (\S+)$/gm);
  samples = new Map([...lines].map(([, series = '', value = '']) => [series, value]));
  names = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
});

const rules = [
  ...readFileSync(RULES, 'utf8').matchAll(
    /- alert: (\w+)\n +expr: (.+)\n[^]*?severity: (\w+)[^]*?summary: '((?:[^']|\n)*)'/g,
  ),
].map(([, name = '', expr = '', severity = '', summary = '']) => ({ name, expr, severity, summary }));

const fullName = (series: string) => (/^(?:up$|nodejs_)/.test(series) ? series : `parts_dispatch_${series}`);

type Rule = (typeof rules)[number];

/** The series of an instance that a rule looks at, with these in place of the scraped ones. */
function seriesOf({ expr }: Rule, values: Record<string, string>) {
  const all = new Map([...samples].map(([series, value]) => [series, always(Number(value))]));
  all.set('up', always(1));
  for (const [series, value] of Object.entries(values)) all.set(fullName(series), value);
  const labels = Object.entries(INSTANCE).map(([name, value]) => `${name}="${value}"`);
  return [...all].flatMap(([series, value]) => {
    const [, name = '', has = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
    if (!expr.includes(`${name}{`) || value.startsWith('NaN')) return [];
    return [{ series: `${name}{${[...(has ? [has] : []), ...labels].join(',')}}`, values: value }];
  });
}

/** A case for promtool. */
const groupOf = (rule: Rule, values: Record<string, string>, expected: object[]) => ({
  interval: '1m',
  input_series: seriesOf(rule, values),
  alert_rule_test: [
    {
      eval_time: rule.name === 'PartsDispatchBackupIsOff' ? '24h30m' : '2h30m',
      alertname: rule.name,
      exp_alerts: expected,
    },
  ],
});

/** @returns what promtool says against the cases; nothing if the alerts are as expected. */
function check(rule: Rule, tests: object[]): string {
  const file = join(folder, `${rule.name}.json`);
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
  try {
    execFileSync(PROMTOOL, ['test', 'rules', file], { stdio: 'pipe' });
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
    return `${stdout.toString()}${stderr.toString()}`;
  }
}

test('each alert has a case here, with metrics that the application has', () => {
  expect(rules.map(({ name }) => name).sort()).toEqual(Object.keys(CASES).sort());
  const used = Object.values(CASES).flatMap(({ bad, good = {} }) => Object.keys({ ...bad, ...good }));
  const bare = used.map((series) => fullName(series.replace(/\{.*/, '').replace(/_(?:bucket|count)$/, '')));
  expect(bare.filter((name) => name !== 'up' && !names.has(name))).toEqual([]);
});

describe.skipIf(!hasPromtool)(`Prometheus${skipped}`, () => {
  test.each(rules)('fires $name, and not on a quiet day', (rule) => {
    const { bad, good = {}, labels = {} } = CASES[rule.name] ?? { bad: {} };
    const { severity } = rule;
    const summary = rule.summary.replaceAll(
      /\{\{ \$labels\.(\w+) \}\}/g,
      (_, label: string) => labels[label] ?? '',
    );
    const alert = { exp_labels: { severity, ...labels }, exp_annotations: { summary } };
    expect(check(rule, [groupOf(rule, bad, [alert]), groupOf(rule, good, [])])).toBe('');
  });
});
