/** The way of a client to the instances: another one at each attempt, and every attempt is in its journal. */
import type { Dice } from 'db/demo/dice';
import { answerOf, hashOf, type Journal } from './journal';

export type Sent = { status: number; headers: Headers; text: string; body: unknown };

type Request = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
};

export type Line = {
  /** Rejects without an answer. Nothing is written into the journal. */
  ask(request: Request): Promise<Sent>;
  /** The same for an act of the journal. */
  attempt(act: number, request: Request, details?: { tapped?: string; isCopy?: true }): Promise<Sent>;
};

/** A frozen instance takes longer. */
const TIMEOUT_MS = 4_000;

type Options = {
  /** Addresses of the instances. */
  origins: string[];
  dice: Dice;
  journal: Journal;
  /** The cookie or the token. */
  identity: Record<string, string>;
  /** Reads what is checked from an answer that is not JSON. */
  read?: (headers: Headers) => unknown;
};

export function lineOf({ origins, dice, journal, identity, read }: Options): Line {
  const ask = async ({ method, path, headers, body, signal }: Request): Promise<Sent> => {
    const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])];
    const response = await fetch(dice.pick(origins) + path, {
      method,
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity', ...identity, ...headers },
      body: body ?? null,
      signal: AbortSignal.any(signals),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const told = isJson ? (JSON.parse(text) as unknown) : (read?.(response.headers) ?? null);
    return { status: response.status, headers: response.headers, text, body: told };
  };
  return {
    ask,
    attempt: async (act, request, details = {}) => {
      const at = Date.now();
      try {
        const sent = await ask(request);
        const { status, body } = sent;
        journal.attempt({ try: act, at, status, hash: hashOf(body), answer: answerOf(body), ...details });
        return sent;
      } catch (error) {
        journal.attempt({ try: act, at, status: 0, hash: '', answer: {}, ...details });
        throw error;
      }
    },
  };
}
