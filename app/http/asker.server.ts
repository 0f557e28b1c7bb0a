/** The sender by which requests take turns: a known user or token, otherwise the client's address. */
import type { IncomingMessage } from 'node:http';
import { sessionToken } from './session.server';
import type { Asker } from './turns.server';

const MOST_KNOWN = 10_000;

// Only credentials that were valid once: made-up ones would be a new sender each time.
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

/** Remembers the user of a valid cookie or token. */
export function rememberAsker(request: IncomingMessage, userId: number): void {
  const credential = tokenOf(request) ?? sessionToken(request.headers.cookie);
  if (credential === null) return;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(credential, userId);
}
