/** A small SMTP server that takes mail, refuses it, or takes it without an answer. */
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

type Mail = { to: string; id: string; text: string };
/** The answers to a recipient and to a whole mail; `null` gives no answer. */
type Behaviour = { recipient?: (to: string) => string; mail?: (mail: Mail) => string | null };

const OK = '250 OK';

export async function startMailbox() {
  const mails: Mail[] = [];
  let tries = 0;
  let behave: Behaviour = {};
  const waiting = new Set<() => void>();
  const sockets = new Set<Socket>();

  function talk(socket: Socket): void {
    let buffered = '';
    let to = '';
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'RCPT') {
        to = /<([^>]*)>/.exec(line)?.[1] ?? '';
        tries += 1;
        say(behave.recipient?.(to) ?? OK);
      } else if (verb === 'DATA') {
        isData = true;
        say('354 Go on');
      } else if (verb === 'QUIT') {
        say('221 Bye');
        socket.end();
      } else say(OK);
    };
    const mail = (content: string) => {
      isData = false;
      const id = /^Message-ID: (.*)$/im.exec(content)?.[1]?.trim() ?? '';
      const taken = { to, id, text: content };
      const answer = behave.mail ? behave.mail(taken) : OK;
      if (answer === null || answer.startsWith('2')) mails.push(taken);
      if (answer !== null) say(answer);
      for (const look of waiting) look();
    };
    const read = () => {
      for (;;) {
        const end = buffered.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const piece = buffered.slice(0, end);
        buffered = buffered.slice(end + (isData ? 5 : 2));
        if (isData) mail(piece);
        else command(piece);
      }
    };
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      buffered += piece.toString('utf8');
      read();
    });
    say('220 mailbox');
  }

  const server = createServer(talk);
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => {
        resolve();
      });
    });
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    mails,
    /** The number of recipients that were named. */
    tries: () => tries,
    behave: (next: Behaviour) => {
      behave = next;
    },
    /** Resolves with the mails to this address once there are `count` of them. */
    until: (to: string, count: number) =>
      new Promise<Mail[]>((resolve) => {
        const look = () => {
          const found = mails.filter((each) => each.to === to);
          if (found.length < count) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    /** Stops listening on the port for a while. */
    goDown: close,
    comeBack: () => listen(port),
    close,
  };
}
