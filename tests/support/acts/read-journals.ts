/** Reads the acts of all clients, and the answers, from their journals. */
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ActLine, Line, Role, TryLine } from './journal';

export type Verdict = {
  acts: number;
  attempts: number;
  refused: number;
  /** The number of acts of each kind. */
  kinds: Record<string, number>;
  /** The sentences of the refusals, the most frequent ones first. */
  refusals: [sentence: string, count: number][];
  /** Answered as done, without its effect. */
  lost: string[];
  /** Two effects, or two entries of the activity. */
  doubled: string[];
  /** Acts of one client on one task, in another order than they were sent. */
  disordered: string[];
  /** The answer contradicts the database, the rules, or another answer to the same act. */
  wrong: string[];
};

export type Act = Omit<ActLine, 'at'> & {
  client: Client;
  outcome: 'accepted' | 'refused' | null;
  /** The last answer, unless it was lost. */
  status: number;
  hash: string;
  answer: Record<string, unknown>;
  taps: Set<string>;
  /** Effects that were found. */
  found: number;
  /** The time of the last attempt, in ms. */
  lastAt: number;
  /** For a refusal: something was so that the act was not allowed. */
  isFair: boolean;
};
export type Client = { name: string; userId: number; role: Role; archived: number; resumed: number };

/** Reads the journals, and looks at what can be seen in them alone. */
export async function readJournals(folder: string, verdict: Verdict): Promise<Act[]> {
  const all: Act[] = [];
  const sentences = new Map<string, number>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.jsonl')) continue;
    let client: Client = { name: '', userId: 0, role: 'script', archived: 0, resumed: 0 };
    const acts: Act[] = [];
    const versions = new Map<number, number>();
    for await (const text of createInterface({ input: createReadStream(join(folder, file)) })) {
      const line = JSON.parse(text) as Line;
      if ('client' in line) {
        client = { name: line.client, userId: line.userId, role: line.role, archived: 0, resumed: 0 };
      } else if ('act' in line) {
        const { at: _, ...sent } = line;
        const { occurred_at: tapped } = sent.body as { occurred_at?: string };
        acts.push({
          ...sent,
          client,
          outcome: null,
          status: 0,
          hash: '',
          answer: {},
          taps: new Set(tapped === undefined ? [] : [tapped]),
          found: 0,
          lastAt: 0,
          isFair: false,
        });
      } else if ('read' in line) {
        const known = versions.get(line.read) ?? 0;
        if (line.version < known)
          verdict.wrong.push(
            `${client.name} read version ${String(line.version)} of task ${String(line.read)} after ${String(known)}`,
          );
      } else if ('end' in line) {
        const act = acts[line.end - 1];
        if (act) act.outcome = line.outcome;
      } else {
        verdict.attempts += 1;
        const act = acts[line.try - 1];
        if (!act) throw new Error(`${file}: an attempt without its act`);
        if (line.tapped !== undefined) act.taps.add(line.tapped);
        if (line.status === 0) continue;
        if (NEVER.has(line.status))
          verdict.wrong.push(`${nameOf(act)}: ${String(line.status)} ${JSON.stringify(line.answer)}`);
        if (isDone(act) && isDone(line) && (act.status !== line.status || act.hash !== line.hash))
          verdict.wrong.push(`${nameOf(act)}: two different answers`);
        // A copy may fail, and the client does not look at its answer.
        if (line.isCopy && !isDone(line)) continue;
        act.lastAt = line.at;
        Object.assign(act, { status: line.status, hash: line.hash, answer: line.answer });
        const { id, version } = line.answer as { id?: number; version?: number };
        if (isDone(line) && id !== undefined && version !== undefined)
          versions.set(id, Math.max(versions.get(id) ?? 0, version));
      }
    }
    for (const act of acts) {
      const kind = `${client.role} ${act.method} ${act.path.replaceAll(/\d+/g, 'N')}`;
      verdict.kinds[kind] = (verdict.kinds[kind] ?? 0) + 1;
      if (act.outcome === null) verdict.wrong.push(`${nameOf(act)}: never answered to the end`);
      if (act.outcome !== 'refused') continue;
      verdict.refused += 1;
      const sentence = `${String(act.status)} ${textOf(act.answer.error) || textOf(act.answer.title)}`;
      sentences.set(sentence, (sentences.get(sentence) ?? 0) + 1);
    }
    all.push(...acts);
  }
  verdict.acts = all.length;
  verdict.refusals = [...sentences].sort(([, one], [, other]) => other - one);
  return all;
}

/** No act of the run deserves one of these. A redirect answers forms only. */
const NEVER = new Set([400, 401, 403, 405, 413, 415, 500]);
/** A form that could not be decided now is answered with a redirect and an error. */
const isDone = ({ status, answer }: Pick<TryLine, 'status' | 'answer'>) =>
  status >= 200 && status < 400 && answer.title !== 'Error';
export const nameOf = ({ client, act, method, path, body }: Act) =>
  `${client.name} act ${String(act)} ${method} ${path} ${JSON.stringify(body)}`;

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
