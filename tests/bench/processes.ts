/** The processor time and memory of a process and its children. The figures come from Linux and are NaN elsewhere. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';

const TICKS_PER_SECOND = 100;

type Stat = { parent: number; own: number; ofGone: number };

function statOf(pid: number | string): Stat | null {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (index: number) => Number(fields[index]);
    return { parent: at(1), own: at(11) + at(12), ofGone: at(13) + at(14) };
  } catch {
    return null;
  }
}

/** Seconds of processor time of this process and its children, including children that have ended. */
export function cpuSeconds(root: number): number {
  const whole = statOf(root);
  if (!whole) return NaN;
  let ticks = whole.own + whole.ofGone;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : null;
    if (stat?.parent === root) ticks += stat.own + stat.ofGone;
  }
  return ticks / TICKS_PER_SECOND;
}

/** Returns the process of the server that answers at this address. */
export async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const parent = statOf(rows[0]?.pid ?? 0)?.parent;
  await client.end();
  return parent ?? NaN;
}

function memory(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
  } catch {
    return NaN;
  }
}

/** MiB in memory now. */
export const residentMiB = (pid: number) => memory(pid, 'VmRSS');

/** The most MiB since the start, or since `forgetPeak`. */
export const peakMiB = (pid: number) => memory(pid, 'VmHWM');

export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
  } catch {
    // On other systems, or for a foreign process, the peak counts from the start.
  }
}

/** Returns MiB once they have not fallen for a while, because an idle process frees memory. */
export async function settledMiB(pid: number): Promise<number> {
  let least = Infinity;
  for (let unchanged = 0, looks = 0; unchanged < 4 && looks < 40; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const now = residentMiB(pid);
    unchanged = now < least - 0.5 ? 0 : unchanged + 1;
    least = Math.min(least, now);
  }
  return least;
}
