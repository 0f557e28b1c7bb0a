/** Systems that print to a raw port, and printers that take what comes. */
import { connect, createServer, type Socket } from 'node:net';

type Sent = {
  /** `closed`: it is acknowledged. `reset`: the sender has to send it again. `refused`: nobody listens. */
  outcome: 'closed' | 'reset' | 'refused';
  /** Milliseconds from the end of the document. */
  ms: number;
  answered: string;
};

type Sending = {
  host: string;
  port: number;
  /** The address of the sender. */
  from?: string;
  /** Its action behind the last byte: by default it ends, as spoolers do; `cut` resets when it is answered. */
  then?: 'end' | 'wait' | 'cut';
  /** Sent when something was answered. */
  afterAnswer?: Buffer;
};

/** Prints as a spooler does, and waits until the connection is over. */
export function printTo(
  bytes: Buffer,
  { host, port, from = '127.0.0.1', then = 'end', afterAnswer }: Sending,
): Promise<Sent> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, localAddress: from, allowHalfOpen: true });
    let answered = '';
    let endedAt = performance.now();
    const over = (outcome: Sent['outcome']) => {
      resolve({ outcome, ms: performance.now() - endedAt, answered });
      socket.destroy();
    };
    socket.once('connect', () => {
      socket.write(bytes, () => {
        endedAt = performance.now();
        if (then === 'end' && !afterAnswer) socket.end();
      });
    });
    socket.on('data', (chunk: Buffer) => {
      answered += chunk.toString('latin1');
      if (afterAnswer) socket.end(afterAnswer);
      if (then === 'cut') {
        socket.resetAndDestroy();
        over('reset');
      }
    });
    socket.once('end', () => {
      over('closed');
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      over(error.code === 'ECONNREFUSED' ? 'refused' : 'reset');
    });
  });
}

type Held = {
  /** It is connected or refused. */
  settled: Promise<void>;
  stop: () => void;
};
type From = Required<Pick<Sending, 'host' | 'port' | 'from'>>;

/** Connects, sends nothing and never ends. */
export const keepOpen = (from: From): Held => hold(from, () => undefined);

/** Sends a byte again and again, and never ends. */
export const keepSending = (from: From): Held =>
  hold(from, (socket) => {
    socket.write('INVOICE ');
    const sending = setInterval(() => socket.write('x'), 50);
    socket.once('close', () => {
      clearInterval(sending);
    });
  });

function hold({ host, port, from }: From, send: (socket: Socket) => void): Held {
  const socket = connect({ host, port, localAddress: from });
  socket.on('error', () => undefined);
  const settled = new Promise<void>((resolve) => {
    socket.once('close', resolve);
    socket.once('connect', () => {
      send(socket);
      resolve();
    });
  });
  return {
    settled,
    stop: () => {
      socket.resetAndDestroy();
    },
  };
}

export type Printer = {
  /** The documents that it has got, one for each connection that has ended. */
  printed: Buffer[];
  close: () => Promise<void>;
};

type Habits = {
  /** It cuts so many connections in the middle of a document. */
  cuts?: number;
  /** It takes no more until then. */
  until?: Promise<void>;
};

/** Starts a printer at its own address of this machine. */
export async function startPrinter(
  host: string,
  port = 9100,
  { cuts = 0, until }: Habits = {},
): Promise<Printer> {
  const printed: Buffer[] = [];
  const open = new Set<Socket>();
  let left = cuts;
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (left > 0) {
        left -= 1;
        socket.resetAndDestroy();
      } else if (until) {
        socket.pause();
        void until.then(() => socket.resume());
      }
    });
    socket.once('end', () => printed.push(Buffer.concat(chunks)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    printed,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}
