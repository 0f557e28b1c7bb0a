/** HTTP written by hand, for requests that no ordinary client sends. */
import { connect, createServer, type AddressInfo } from 'node:net';

export type RawConversation = {
  send(text: string): void;
  /** Resolves as soon as the answer so far contains the text. */
  until(text: string): Promise<string>;
  /** The whole answer, once the server closes the connection. */
  rest: Promise<string>;
  close(): void;
};

export function talk(origin: string): RawConversation {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let answer = '';
  const waiting = new Set<() => void>();
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
    for (const look of waiting) look();
  });
  socket.on('error', () => undefined); // a cut connection also ends the answer
  const rest = new Promise<string>((resolve) => {
    socket.once('close', () => {
      resolve(answer);
    });
  });
  return {
    rest,
    send: (text) => {
      socket.write(text);
    },
    until: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (!answer.includes(text)) return;
          waiting.delete(look);
          resolve(answer);
        };
        waiting.add(look);
        look();
      }),
    close: () => socket.destroy(),
  };
}

/** Sends one request and returns the whole answer. */
export async function ask(origin: string, head: string[], body = '', connection = 'close'): Promise<string> {
  const conversation = talk(origin);
  conversation.send(`${[...head, `Connection: ${connection}`].join('\r\n')}\r\n\r\n${body}`);
  return conversation.rest;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
