/** Measures how a street map is made. `npm run bench -- --region FILE.osm.pbf` */
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'vitest';
import type { Report, Work } from '~/modules/region-builder/worker.server';
import { report, row } from './report';

const MB = 1_000_000;
const TICKS_PER_SECOND = 100;

test('a street map', { timeout: 3_600_000 }, async () => {
  const osm = resolve(process.env.REGION_FILE ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-bench-'));
  const to = join(folder, 'tiles.pmtiles');
  const child = fork('build/region-worker.js', { serialization: 'advanced', execArgv: [] });
  const startedAt = performance.now();
  const used = await new Promise<{ cpu: number; memory: number }>((resolve, reject) => {
    child.on('message', (message) => {
      const answer = message as Report;
      if (answer.kind === 'failed') reject(new Error(answer.why));
      if (answer.kind !== 'made') return;
      resolve(usedBy(child.pid ?? 0));
      child.disconnect();
    });
    child.on('error', reject);
    child.send({ kind: 'tiles', input: { osm, areaWater: [], to } } satisfies Work);
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const [read, written] = [osm, to].map((path) => statSync(path).size / MB);
  rmSync(folder, { recursive: true });
  const mb = read ?? 0;
  report('a street map', {
    MB: mb,
    seconds,
    'processor s': used.cpu,
    'memory MB': used.memory,
    'map MB': written ?? 0,
  });
  // The constant part is for starting and warming up the process, which does not depend on the file.
  row('a street map, processor for each MB', { unit: 's', ours: (used.cpu - 0.7) / mb, goal: '≤ 0.8' });
  row('a street map, memory beyond 150 MB for each MB', {
    unit: 'MB',
    ours: Math.max(0, used.memory - 150) / mb,
    goal: '≤ 17',
  });
  row('a street map, size for each MB', { unit: 'MB', ours: (written ?? 0) / mb, goal: '≤ 0.8' });
});

/** Reads the figures of a process that has not ended yet. Works on Linux only. */
function usedBy(pid: number): { cpu: number; memory: number } {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  return { cpu: (user + system) / TICKS_PER_SECOND, memory: Number(peak) / 1_000 };
}
