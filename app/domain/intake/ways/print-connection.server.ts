/** Takes one document from one connection, as a printer does at its raw port. */
import type { Socket } from 'node:net';
import { PRINT_RECEIVE_TIMEOUT_MS } from '~/lib/time-limits';
import { LONGEST_DOCUMENT } from '~/domain/intake/inbox/documents.server';
import { env } from '~/process/env.server';
import { isOtherProtocol } from './document';
import { answerTo, isOnlyCommands } from './printer-commands';

/** Why a connection is reset. A spooler that sees it sends the document again. */
export type Refusal = 'no document' | 'too large' | 'too slow' | 'cut off' | 'not stored';

/** A driver that asks waits for the answer; one that goes on does not read it. */
const QUIET_MS = 200;
const LINGER_MS = 5_000;
/** The opening of another protocol is within the first bytes. */
const HEAD_BYTES = 4_096;

type Options = {
  /** @returns true when it is stored; false when that takes too long, or fails. It may be stored later then. */
  store: (bytes: Buffer) => Promise<boolean>;
  refused: (reason: Refusal) => void;
};

/**
 * The document ends with the connection, or when nothing comes for 10 s. The connection is closed when the document is
 * stored, and is reset when it is not. @returns a function that refuses a document that has not ended.
 */
export function receiveDocument(socket: Socket, { store, refused }: Options): () => void {
  const chunks: Buffer[] = [];
  let size = 0;
  let answer = '';
  let isOver = false;
  let quiet: NodeJS.Timeout | undefined;

  const stop = () => {
    isOver = true;
    clearTimeout(quiet);
    clearTimeout(late);
    socket.setTimeout(0);
  };
  const refuse = (reason: Refusal) => {
    if (!isOver) stop();
    socket.resetAndDestroy();
    refused(reason);
  };
  const finish = async () => {
    stop();
    const bytes = Buffer.concat(chunks);
    if (isOtherProtocol(bytes)) refuse('no document');
    else if (isOnlyCommands(bytes) || (await store(bytes))) {
      socket.end();
      const linger = setTimeout(() => socket.destroy(), LINGER_MS);
      socket.once('close', () => {
        clearTimeout(linger);
      });
    } else refuse('not stored');
  };
  const late = setTimeout(() => {
    refuse('too slow');
  }, PRINT_RECEIVE_TIMEOUT_MS);

  socket.on('data', (chunk: Buffer) => {
    // The rest of a document after a pause would be lost without a word.
    if (isOver) {
      socket.resetAndDestroy();
      return;
    }
    size += chunk.length;
    if (size > LONGEST_DOCUMENT) {
      refuse('too large');
      return;
    }
    chunks.push(chunk);
    // It waits for an answer that never comes.
    if (size < HEAD_BYTES && isOtherProtocol(Buffer.concat(chunks))) {
      refuse('no document');
      return;
    }
    answer += answerTo(chunk);
    clearTimeout(quiet);
    if (answer === '') return;
    quiet = setTimeout(() => {
      socket.write(answer);
      answer = '';
    }, QUIET_MS);
  });
  socket.once('end', () => {
    // Node reports the last bytes before a reset as an end. A write of nothing still fails with that reset.
    socket.write('', (error) => {
      if (!error && !isOver) void finish();
    });
  });
  socket.setTimeout(env.INTAKE_PRINT_IDLE_SECONDS * 1_000, () => {
    if (!isOver) void finish();
  });
  socket.resume();
  // A document that is cut off must not look like a whole one.
  socket.on('error', () => {
    if (!isOver) refuse('cut off');
  });
  socket.once('close', stop);
  return () => {
    if (!isOver) refuse('not stored');
  };
}
