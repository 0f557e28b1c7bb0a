/** The processor time that a process has used. Linux only. */
import { readFileSync } from 'node:fs';

const TICK_MS = 10;

/** @returns milliseconds. */
export function processorMs(pid: number): number {
  const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  const [, , , , , , , , , , , user, system] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(user) + Number(system)) * TICK_MS;
}
