/** Whose turn a request takes: a person's or a program's when we know them already, otherwise that of the address. */
import type { IncomingMessage } from 'node:http';
import { sessionToken } from './session.server';
import type { Asker } from './turns.server';

const MOST_KNOWN = 10_000;

// Cookies and tokens that have been somebody's. What only looks like one would be somebody else each time.
const known = new Map<string, number>();

const tokenOf = ({ headers }: IncomingMessage) =>
  /^Bearer +([\w-]{20,100})$/i.exec(headers.authorization ?? '')?.[1];

export function askerOf(request: IncomingMessage, address: string): Asker {
  const token = tokenOf(request);
  const userId = known.get(token ?? sessionToken(request.headers.cookie) ?? '');
  const isScript = token !== undefined;
  if (userId === undefined) return { key: address, isScript };
  return { key: `${isScript ? 'script' : 'person'} ${String(userId)}`, isScript };
}

/** Whose cookie or token it turned out to be. */
export function rememberAsker(request: IncomingMessage, userId: number): void {
  const credential = tokenOf(request) ?? sessionToken(request.headers.cookie);
  if (credential === null) return;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(credential, userId);
}
