/** The run's PostgreSQL server as a process that tests stop and freeze. The process that started it restarts it when it ends. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverRows } from './database';

export type Postmaster = {
  /**
   * 'fast' ends sessions and writes everything; 'immediate' is a crash; 'kill' is a crash of the parent alone. Resolves
   * once the server answers again.
   */
  restart(how: 'fast' | 'immediate' | 'kill'): Promise<void>;
  /** Stops all processes of the server without closing a connection. */
  freeze(): void;
  thaw(): void;
};

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;

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
      // The parent stops first, so that it starts no more children.
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
    // The process has just ended.
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // The name in brackets may contain anything. The parent is the second field after it.
        const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}
