/** A TCP connection that passes everything on until a test makes it fail. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The fate of a piece that a caller sends. */
export type Fate =
  /** The piece passes. */
  | 'none'
  /** The connection is cut before the piece arrives. */
  | 'before'
  /** The piece arrives, and the connection is cut before the answer comes back. */
  | 'after'
  /** The piece arrives twice, and only one of the answers comes back. */
  | 'twice';

export type Wire = {
  port: number;
  /** Cuts every open and every new connection, until `mend`. */
  cut(): void;
  /** Stops these connections in both directions without closing them. New ones work. */
  silence(chosen?: (opening: Buffer) => boolean): void;
  /** Delays each piece by these milliseconds, in both directions. */
  delay(ms: number): void;
  /** Counts the round trips so far: pieces that count and come first, or after an answer. */
  turns(): number;
  /** Ends the cuts. Silenced connections are cut, because they cannot continue. */
  mend(): void;
  /** Leads to another server from now on, such as a restarted one. */
  leadTo(target: Target): void;
  close(): Promise<void>;
};

type Target = { hostname: string; port: string };
type Pair = {
  caller: Socket;
  server: Socket;
  opening: Buffer;
  isSilent: boolean;
  isAnswered: boolean;
  end: () => void;
};

export async function startWire(
  target: Target,
  fateOf: (piece: Buffer) => Fate = () => 'none',
  counts: (piece: Buffer) => boolean = () => true,
): Promise<Wire> {
  let isCut = false;
  let delayMs = 0;
  let turns = 0;
  const pairs = new Set<Pair>();
  const reach = () => connect(Number(target.port), target.hostname);

  const join = (caller: Socket) => {
    const server = reach();
    const pair: Pair = {
      caller,
      server,
      opening: Buffer.alloc(0),
      isSilent: false,
      isAnswered: true,
      end: () => {
        caller.destroy();
        server.destroy();
        pairs.delete(pair);
      },
    };
    pairs.add(pair);
    for (const socket of [caller, server]) {
      socket.setNoDelay();
      socket.on('error', pair.end);
      socket.on('close', () => {
        // The end of a silenced connection is not passed on either.
        if (!pair.isSilent) pair.end();
      });
    }
    const pass = (to: Socket, piece: Buffer) => {
      if (pair.isSilent) return;
      const write = () => {
        if (to === caller) pair.isAnswered = true;
        if (to.writable) to.write(piece);
      };
      if (delayMs === 0) write();
      else setTimeout(write, delayMs);
    };
    let losesAnswer = false;
    caller.on('data', (piece: Buffer) => {
      if (pair.opening.length === 0) pair.opening = piece;
      if (pair.isAnswered && counts(piece)) turns += 1;
      pair.isAnswered = false;
      const fate = pair.isSilent ? 'none' : fateOf(piece);
      if (fate === 'before') {
        pair.end();
        return;
      }
      losesAnswer ||= fate === 'after';
      if (fate === 'twice')
        reach()
          .on('error', () => undefined)
          .end(piece);
      pass(server, piece);
    });
    server.on('data', (piece: Buffer) => {
      if (losesAnswer) pair.end();
      else pass(caller, piece);
    });
  };

  const listener = createServer((caller) => {
    if (isCut) caller.destroy();
    else join(caller);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const endAll = (which: (pair: Pair) => boolean = () => true) => {
    for (const pair of [...pairs].filter(which)) pair.end();
  };
  return {
    port: (listener.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      endAll();
    },
    silence: (chosen = () => true) => {
      for (const pair of pairs) pair.isSilent ||= chosen(pair.opening);
    },
    delay: (ms) => {
      delayMs = ms;
    },
    turns: () => turns,
    mend: () => {
      isCut = false;
      endAll(({ isSilent }) => isSilent);
    },
    leadTo: (next) => {
      target = next;
    },
    close: () => {
      endAll();
      return new Promise((resolve) => {
        listener.close(() => {
          resolve();
        });
      });
    },
  };
}
