/** `npm run doctor`: checks the needs of an installation. */
import type { CommandLine, Module } from '../module';
import { examine } from './doctor.server';

export const doctor: Module = { name: 'doctor', commands: { doctor: examineInstallation } };

/** `npm run doctor -- [ADDRESS]` */
async function examineInstallation([address]: string[], { say }: CommandLine): Promise<void> {
  if (address !== undefined && !/^https?:\/\/[^/]+$/.test(address))
    throw new Error('Usage: npm run doctor -- [https://dispatch.example.com]');
  const { lines, wrongs } = await examine(address);
  say(...lines);
  if (wrongs > 0) throw new Error(`${String(wrongs)} of ${String(lines.length)} checks failed`);
}
