/** The floor of a page in a browser: the same markup and style as static files, without JavaScript. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';

export type Copies = { origin: string; close(): void };

/** @param pages HTML by path. */
export async function serveCopies(pages: Record<string, string>): Promise<Copies> {
  const bodies = new Map(Object.entries(pages).map(([path, html]) => [path, gzipSync(withoutProgram(html))]));
  const server = createServer(({ url = '' }, response) => {
    const body = bodies.get(url);
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'gzip' };
    if (body) response.writeHead(200, headers).end(body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    origin: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    close: () => server.close(),
  };
}

const withoutProgram = (html: string) =>
  html
    .replace(/<script\b[^]*?<\/script>/g, '')
    .replace(/<link\b[^>]*rel="(modulepreload|preload|manifest|icon|apple-touch-icon)"[^>]*>/g, '');
