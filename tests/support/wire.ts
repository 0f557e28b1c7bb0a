/** A TCP line through which everything passes, until it is told to do harm. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What becomes of a piece that a caller sends. */
export type Fate =
  /** It passes. */
  | 'none'
  /** The line is cut before it arrives. */
  | 'before'
  /** It arrives; the line is cut before the answer comes back. */
  | 'after'
  /** It arrives twice; only one of the answers comes back. */
  | 'twice';

export type Wire = {
  port: number;
  /** Every open connection is cut, and new ones too, until it is mended. */
  cut(): void;
  /** Nothing passes on these connections any more, in neither direction, and nobody is told. New ones are as ever. */
  silence(chosen?: (opening: Buffer) => boolean): void;
  /** Milliseconds that each piece takes, in both directions. */
  delay(ms: number): void;
  /** How often a caller has sent something that counts after an answer, or as the first thing: the round trips so far. */
  turns(): number;
  /** Cuts are over; what was silenced is cut, as it can't be continued. */
  mend(): void;
  /** Where it leads from now on: a server that was started again. */
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
        // What is silenced is not heard to end either.
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
