/** Runs the floors in a process of their own: see floor-server.mjs. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Floor = { origin: string; pid: number; stop(): void };

export async function startFloor(databaseUrl: string): Promise<Floor> {
  const child = spawn(process.execPath, ['tests/bench/floor-server.mjs'], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /ready at (\S+)/.exec(line)?.[1];
    if (origin) return { origin, pid: child.pid ?? NaN, stop: () => child.kill() };
  }
  throw new Error('The floor did not start');
}
