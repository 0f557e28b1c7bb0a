/** A mail server that answers what a test wants. */
import { createServer, type Socket } from 'node:net';

type Answers = {
  /** The lines before the end of a search, and of a fetch. */
  search?: () => string;
  fetch?: () => string;
  /** Instead of the end of a search it sends a piece again and again. */
  trickles?: boolean;
};

export type FalseImap = { port: number; signIns: () => number; close: () => Promise<void> };

const PIECE_MS = 20;

export async function startFalseImap({ search, fetch, trickles = false }: Answers): Promise<FalseImap> {
  const open = new Set<Socket>();
  let signIns = 0;
  const server = createServer((socket) => {
    open.add(socket);
    let timer: NodeJS.Timeout | undefined;
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearInterval(timer);
      open.delete(socket);
    });
    socket.write('* OK [CAPABILITY IMAP4rev1 MOVE UIDPLUS] ready\r\n');
    let rest = '';
    socket.on('data', (bytes: Buffer) => {
      const lines = (rest + bytes.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answer(line);
    });
    const answer = (line: string) => {
      const [tag = '', name = '', second = ''] = line.split(' ');
      const command = (name.toUpperCase() === 'UID' ? second : name).toUpperCase();
      if (command === 'LOGIN' || command === 'AUTHENTICATE') signIns += 1;
      if (command === 'SELECT') socket.write('* 1 EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY 1] v\r\n');
      if (command === 'SEARCH' && trickles) {
        socket.write('* SEARCH');
        timer = setInterval(() => socket.write(' 1'), PIECE_MS);
        return;
      }
      if (command === 'SEARCH') socket.write(search?.() ?? '* SEARCH 1\r\n');
      if (command === 'FETCH') socket.write(fetch?.() ?? '');
      const selected = command === 'SELECT' ? '[READ-WRITE] ' : '';
      socket.write(`${tag} OK ${selected}done\r\n`);
    };
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    signIns: () => signIns,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}
