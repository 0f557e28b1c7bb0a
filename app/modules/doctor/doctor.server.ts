/** `npm run doctor`: checks the needs of an installation, one line for each. It changes nothing. */
import { examineNetwork } from './address.server';
import { reasonOf, wrong, type Finding } from './check';
import { examineDatabase } from './database.server';
import { examineMachine } from './machine.server';

const MARKS = { ok: 'ok     ', warning: 'warning', wrong: 'WRONG  ' };

const lineOf = ({ about, state, text, advice }: Finding) =>
  `${MARKS[state]}  ${about}: ${text}${advice ? `\n         → ${advice}` : ''}`;

/** A check that fails must not keep the others from being shown. */
const finish = (about: string, examine: () => Promise<Finding[]>) =>
  examine().catch((error: unknown) => [wrong(about, reasonOf(error), 'See the reason above.')]);

export async function examine(address?: string): Promise<{ lines: string[]; wrongs: number }> {
  const findings = [
    ...(await finish('Machine', examineMachine)),
    ...(await finish('Database', examineDatabase)),
    ...(await finish('Network', () => examineNetwork(address))),
  ];
  return { lines: findings.map(lineOf), wrongs: findings.filter(({ state }) => state === 'wrong').length };
}
