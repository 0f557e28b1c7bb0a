/** The status of a source, in sentences. */
import type { Source } from '~/domain/intake/inbox/schema';
import { waitingCopies } from '~/domain/intake/ways/copies.server';
import { readPortState } from '~/domain/intake/ways/print-port.server';
import { env } from '~/process/env.server';

/** `at`: when that was, ISO 8601. */
export type StateLine = { text: string; at: string | null };

/** An instance notes every minute that it has the port. */
const ALIVE_MS = 180_000;

export async function sourceState({
  id,
  kind,
  on,
  lastAt,
  lastError,
  lastErrorAt,
  failingSince,
  refused,
}: Source): Promise<StateLine[]> {
  return [
    { text: lastAt === null ? 'No document has come yet' : 'Last document received', at: lastAt },
    ...(lastError === null ? [] : [{ text: lastError, at: lastErrorAt }]),
    ...(failingSince === null ? [] : [{ text: 'No documents can come since', at: failingSince }]),
    ...(refused === 0 ? [] : [{ text: `Refused so far: ${String(refused)}`, at: null }]),
    ...(kind === 'port' ? await portLines(id, on) : []),
  ];
}

async function portLines(sourceId: number, isOn: boolean): Promise<StateLine[]> {
  if (env.INTAKE_PRINT_PORT === undefined)
    return [{ text: 'Nothing can be printed: INTAKE_PRINT_PORT is not set on the server', at: null }];
  const [{ host, port, at, sender, refusedAt, waited }, copies] = await Promise.all([
    readPortState(),
    waitingCopies(sourceId),
  ]);
  const waits = waited[String(sourceId)];
  const isOpen = at !== null && Date.now() - Date.parse(at) < ALIVE_MS;
  return [
    {
      text: isOpen
        ? `Print to ${host}, port ${String(port)}`
        : `Port ${String(env.INTAKE_PRINT_PORT)} is ${isOn ? 'not open. See the log of the server' : 'closed while no such source is on'}`,
      at: null,
    },
    ...(sender === null
      ? []
      : [{ text: `${sender} was refused, because no source allows it`, at: refusedAt }]),
    ...(waits
      ? [{ text: `Had to wait for their turn so far: ${waits.count.toLocaleString('en-US')}`, at: waits.at }]
      : []),
    ...(copies === 0 ? [] : [{ text: `${String(copies)} copies wait for the printer`, at: null }]),
  ];
}
