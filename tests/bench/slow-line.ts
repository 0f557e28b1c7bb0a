/**
 * A TCP line to a server with a round trip and a bandwidth that all connections share. Connecting takes a round trip,
 * and each connection starts slowly, as TCP does. Chromium's own slow lines delay requests, not connections, so they
 * show no difference between one connection and six.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const PACKET_BYTES = 1_460;
const FIRST_WINDOW_BYTES = 10 * PACKET_BYTES;
const LARGEST_WINDOW_BYTES = 128 * 1_024;
/** The reader is paused above this, so that the server still chooses late what comes first. */
const MOST_PENDING_BYTES = 32 * 1_024;

type Line = { down: number; up: number; roundTripMs: number };

export type SlowLine = {
  origin: string;
  /** Sets the time of a round trip from now on. */
  setRoundTrip: (ms: number) => void;
  /** Closes all connections, as between two visits. */
  cut: () => void;
  /** Connections since the start. */
  opened: () => number;
  close: () => Promise<void>;
};

/** One direction of the line. Packets leave in the order in which they came. */
function wayOf(bitsPerSecond: number, oneWayMs: () => number) {
  const packets: { at: number; arrive: () => void }[] = [];
  let freeAt = 0;
  let isWaiting = false;
  const wait = () => {
    const [next] = packets;
    if (!next || isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      const now = performance.now();
      while (packets[0] && packets[0].at <= now) packets.shift()?.arrive();
      wait();
    }, next.at - performance.now());
  };
  return (bytes: number, arrive: () => void) => {
    freeAt = Math.max(performance.now(), freeAt) + (bytes * 8_000) / bitsPerSecond;
    packets.push({ at: freeAt + oneWayMs(), arrive });
    wait();
  };
}

type Way = ReturnType<typeof wayOf>;

/** Passes on what `from` reads. `opensInMs` is the time until the first packet may leave. */
function pass(
  from: Socket,
  to: Socket,
  { way, line, opensInMs }: { way: Way; line: Line; opensInMs: number },
) {
  let pending = Buffer.alloc(0);
  let isOpen = opensInMs === 0;
  let isEnding = false;
  let window = FIRST_WINDOW_BYTES;
  let unacknowledged = 0;
  const send = () => {
    while (isOpen && pending.length > 0 && unacknowledged < window) {
      const packet = pending.subarray(0, PACKET_BYTES);
      pending = pending.subarray(packet.length);
      unacknowledged += packet.length;
      way(packet.length, () => {
        if (to.writable) to.write(packet);
        setTimeout(() => {
          unacknowledged -= packet.length;
          window = Math.min(LARGEST_WINDOW_BYTES, window + packet.length);
          send();
        }, line.roundTripMs / 2);
      });
    }
    if (pending.length < MOST_PENDING_BYTES) from.resume();
    if (isEnding && pending.length === 0 && unacknowledged === 0) to.end();
  };
  from.on('data', (piece: Buffer) => {
    pending = Buffer.concat([pending, piece]);
    if (pending.length >= MOST_PENDING_BYTES) from.pause();
    send();
  });
  from.once('end', () => {
    isEnding = true;
    send();
  });
  if (isOpen) return;
  setTimeout(() => {
    isOpen = true;
    send();
  }, opensInMs);
}

/** @param bits per second, down and up. */
export async function startSlowLine(target: string, bits: { down: number; up: number }): Promise<SlowLine> {
  const { hostname, port, protocol } = new URL(target);
  const line: Line = { ...bits, roundTripMs: 0 };
  const oneWayMs = () => line.roundTripMs / 2;
  const [down, up] = [wayOf(bits.down, oneWayMs), wayOf(bits.up, oneWayMs)];
  const sockets = new Set<Socket>();
  let opened = 0;
  const listener = createServer((caller) => {
    opened += 1;
    const server = connect(Number(port), hostname);
    pass(caller, server, { way: up, line, opensInMs: line.roundTripMs });
    pass(server, caller, { way: down, line, opensInMs: 0 });
    for (const [socket, other] of [
      [caller, server],
      [server, caller],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', () => other.destroy());
      socket.once('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `${protocol}//localhost:${String((listener.address() as AddressInfo).port)}`,
    setRoundTrip: (ms) => {
      line.roundTripMs = ms;
    },
    cut,
    opened: () => opened,
    close: () => {
      cut();
      return new Promise((resolve) => {
        listener.close(() => {
          resolve();
        });
      });
    },
  };
}
