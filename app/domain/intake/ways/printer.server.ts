/** Sends bytes to a printer at its raw port. */
import { connect } from 'node:net';
import {
  PRINTER_CLOSE_TIMEOUT_MS,
  PRINTER_CONNECT_TIMEOUT_MS,
  PRINTER_COPY_TIMEOUT_MS,
  PRINTER_STALL_TIMEOUT_MS,
} from '~/lib/time-limits';
import { isLoopbackHost } from '~/domain/platform/ip-address.server';
import { env } from '~/process/env.server';

type Printer = { host: string; port: number };

/**
 * Resolves when the printer has closed the connection, or keeps it open after it has taken everything. @param signal ends it early. @throws Error with the reason in words.
 */
export function print({ host, port }: Printer, bytes: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal });
    let step: 'connecting' | 'sending' | 'closing' = 'connecting';
    const late = setTimeout(() => {
      if (step === 'closing') socket.destroy();
      else fail('It takes the document too slowly');
    }, PRINTER_COPY_TIMEOUT_MS);
    const fail = (reason: string) => {
      reject(new Error(reason));
      socket.destroy();
    };
    socket.setTimeout(PRINTER_CONNECT_TIMEOUT_MS);
    socket.once('connect', () => {
      if (isOurPort(socket)) {
        fail('This is the port of Parts Dispatch itself');
        return;
      }
      step = 'sending';
      socket.setTimeout(PRINTER_STALL_TIMEOUT_MS);
      socket.end(bytes, () => {
        step = 'closing';
        socket.setTimeout(PRINTER_CLOSE_TIMEOUT_MS);
      });
    });
    // The answers of a printer about its state are not read.
    socket.resume();
    socket.on('timeout', () => {
      if (step === 'connecting') fail('It does not answer');
      else if (step === 'sending') fail('It takes no more of the document');
      else socket.destroy();
    });
    socket.once('error', (error) => {
      fail(reasonOf(error));
    });
    socket.once('close', () => {
      clearTimeout(late);
      if (step === 'closing') resolve();
      else fail('It has closed the connection before it had the document');
    });
  });
}

/** A copy that is sent to ourselves would come back without end. */
const isOurPort = ({
  remoteAddress = '',
  localAddress,
  remotePort,
}: {
  remoteAddress?: string | undefined;
  localAddress?: string | undefined;
  remotePort?: number | undefined;
}) =>
  remotePort === env.INTAKE_PRINT_PORT && (remoteAddress === localAddress || isLoopbackHost(remoteAddress));

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'It refuses the connection',
  ECONNRESET: 'It has cut the connection',
  EPIPE: 'It has cut the connection',
  EHOSTUNREACH: 'It cannot be reached',
  ENETUNREACH: 'It cannot be reached',
  ENOTFOUND: 'There is no printer of this name',
  EAI_AGAIN: 'Its name cannot be looked up',
};

const reasonOf = (error: Error): string => {
  const code = 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (code || error.message);
};
