/** Opens many sockets and measures the time from a write to the message on the last of them. */
import { WebSocket } from 'ws';

export async function openSockets(
  origin: string,
  count: number,
  cookieOf: (i: number) => string = () => '',
): Promise<WebSocket[]> {
  return Promise.all(
    Array.from({ length: count }, (_, i) => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, {
        headers: { cookie: cookieOf(i) },
        perMessageDeflate: false,
      });
      return new Promise<WebSocket>((resolve, reject) => {
        socket.once('open', () => {
          resolve(socket);
        });
        socket.once('error', reject);
      });
    }),
  );
}

const HEADER_BYTES = 2;

/** Milliseconds from sending a write to its message on the last socket, for many writes in sequence. */
export async function fanOut(
  sockets: WebSocket[],
  rounds: number,
  write: (round: number) => Promise<unknown>,
): Promise<{ ms: number[]; bytesEach: number }> {
  let missing = 0;
  let bytes = 0;
  let done: () => void = () => undefined;
  for (const socket of sockets) {
    socket.on('message', (data: Buffer) => {
      if (!data.includes('TASK_UPDATED')) return;
      bytes += data.length + HEADER_BYTES;
      missing -= 1;
      if (missing === 0) done();
    });
  }
  const ms: number[] = [];
  for (let round = -10; round < rounds; round += 1) {
    missing = sockets.length;
    const arrived = new Promise<void>((resolve) => {
      done = resolve;
    });
    const startedAt = performance.now();
    await Promise.all([write(round), arrived]);
    if (round >= 0) ms.push(performance.now() - startedAt);
  }
  return { ms, bytesEach: bytes / (rounds + 10) / sockets.length };
}
