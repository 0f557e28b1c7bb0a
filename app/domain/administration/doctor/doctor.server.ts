/** `npm run doctor`: what an installation needs, a line for each thing. It changes nothing. */
import { examineNetwork } from './address.server';
import { reasonOf, wrong, type Finding } from './check';
import { examineDatabase } from './database.server';
import { examineMachine } from './machine.server';

const MARKS = { ok: 'ok     ', warning: 'warning', wrong: 'WRONG  ' };

const lineOf = ({ about, state, text, advice }: Finding) =>
  `${MARKS[state]}  ${about}: ${text}${advice ? `\n         → ${advice}` : ''}`;

/** One that can not be finished does not keep the others from being told. */
const finish = (about: string, examine: () => Promise<Finding[]>) =>
  examine().catch((error: unknown) => [wrong(about, reasonOf(error), 'See the reason above.')]);

/** @returns the lines, and how many things are wrong. */
export async function examine(address?: string): Promise<{ lines: string[]; wrongs: number }> {
  const findings = [
    ...(await finish('Machine', examineMachine)),
    ...(await finish('Database', examineDatabase)),
    ...(await finish('Network', () => examineNetwork(address))),
  ];
  return { lines: findings.map(lineOf), wrongs: findings.filter(({ state }) => state === 'wrong').length };
}
