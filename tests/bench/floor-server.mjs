/** The floors: the same SQL through pg, answered as JSON; a plain Remix page; a bare ws broadcast. */
import { createServer } from 'node:http';
import { createRequestHandler, writeReadableStreamToWritable } from '@remix-run/node';
import pg from 'pg';
import { WebSocketServer } from 'ws';
import { gzipSync } from 'node:zlib';
import { readTasks, readVersion, writeNote } from './floor-sql.mjs';

const startedAt = performance.now();
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
let page;
let kept;

async function answer(request, response) {
  if (request.url === '/tasks') {
    json(response, await readTasks(pool));
  } else if (request.url === '/kept') {
    await readVersion(pool);
    kept ??= gzipSync(JSON.stringify(await readTasks(pool)));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(kept);
  } else if (request.url === '/version') {
    json(response, { version: await readVersion(pool) });
  } else if (request.method === 'PATCH') {
    const { notes } = JSON.parse(await bodyOf(request));
    json(response, await writeNote(pool, Number(request.url.split('/')[2]), notes));
  } else if (request.url === '/broadcast') {
    for (const socket of sockets.clients) socket.send('{"type":"TASK_UPDATED","taskId":1,"driverId":1}');
    response.end();
  } else {
    page ??= createRequestHandler(await import('./plain-page/build/index.js'), 'production');
    const result = await page(new Request(`http://localhost${request.url}`));
    response.writeHead(result.status, Object.fromEntries(result.headers));
    await writeReadableStreamToWritable(result.body, response);
  }
}

function json(response, value) {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(value));
}

async function bodyOf(request) {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return text;
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    response.statusCode = 500;
    response.end(String(error));
  });
});
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, () => undefined);
});
await pool.query('select 1');
server.listen(0, () =>
  console.log(
    `ready at http://localhost:${server.address().port} after ${String(performance.now() - startedAt)}`,
  ),
);
