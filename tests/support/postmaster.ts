/** The run's PostgreSQL server as a process, to be stopped and frozen. Whoever started it starts it again when it ends. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverRows } from './database';

export type Postmaster = {
  /** 'fast' ends sessions and writes everything; 'immediate' is a crash. Resolves once it answers again. */
  restart(how: 'fast' | 'immediate'): Promise<void>;
  /** Nothing of it runs, and no connection is closed. */
  freeze(): void;
  thaw(): void;
};

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

export async function postmaster(): Promise<Postmaster> {
  const [found] = await serverRows<{ data_directory: string }>('show data_directory');
  const note = join(found?.data_directory ?? '', 'postmaster.pid');
  const pid = () => Number(readFileSync(note, 'utf8').split('\n')[0]);
  let frozen: number[] = [];
  return {
    restart: async (how) => {
      const [before] = await serverRows<{ at: string }>('select pg_postmaster_start_time()::text as at');
      process.kill(pid(), SIGNALS[how]);
      for (;;) {
        const [now] = await serverRows<{ at: string }>('select pg_postmaster_start_time()::text as at').catch(
          () => [],
        );
        if (now && now.at !== before?.at) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    freeze: () => {
      const parent = pid();
      // The parent first: it makes no more children meanwhile.
      process.kill(parent, 'SIGSTOP');
      frozen = [parent, ...childrenOf(parent)];
      for (const child of frozen.slice(1)) signal(child, 'SIGSTOP');
    },
    thaw: () => {
      for (const process of frozen.reverse()) signal(process, 'SIGCONT');
      frozen = [];
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has just ended
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // The name in brackets may hold anything; the parent is the second field behind it.
        const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}
