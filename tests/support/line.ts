/** A line between a phone and the server that breaks when it is told to. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What happens to the next call that changes something. */
export type Cut =
  /** It goes through. */
  | 'none'
  /** It never reaches the server. */
  | 'before'
  /** The server takes it; its answer is lost. */
  | 'after';

export type Line = {
  origin: string;
  /** For the next changing calls, one each; then everything goes through. */
  plan(cuts: Cut[]): void;
  /** Nothing goes through, in neither direction, until it is mended. */
  cut(): void;
  mend(): void;
  /** Where it leads from now on: a server that was started again. */
  leadTo(origin: string): void;
  close(): Promise<void>;
};

export async function startLine(origin: string): Promise<Line> {
  let target = new URL(origin);
  let cuts: Cut[] = [];
  let isCut = false;
  const sockets = new Set<Socket>();

  const server = createServer((phone) => {
    if (isCut) {
      phone.destroy();
      return;
    }
    const office = connect(Number(target.port), target.hostname);
    const both = [phone, office];
    const end = () => {
      for (const socket of both) {
        socket.destroy();
        sockets.delete(socket);
      }
    };
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    let losesAnswer = false;
    phone.on('data', (chunk: Buffer) => {
      const cut = isChange(chunk) ? (cuts.shift() ?? 'none') : 'none';
      if (cut === 'before') {
        end();
        return;
      }
      losesAnswer ||= cut === 'after';
      office.write(chunk);
    });
    office.on('data', (chunk: Buffer) => {
      if (losesAnswer) end();
      else phone.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    plan: (planned) => {
      cuts = [...planned];
    },
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => {
      isCut = false;
    },
    leadTo: (next) => {
      target = new URL(next);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}

/** The head of a call from the outbox. */
const isChange = (chunk: Buffer) =>
  /^(POST|PUT) \/api\/tasks\/(batch\/status|reorder|end-route)/.test(chunk.toString('latin1', 0, 60));
