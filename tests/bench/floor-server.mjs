/** The floors: the same SELECT through pg and printed as JSON, a plain Remix page, a bare ws broadcast. */
import { createRequestHandler, writeReadableStreamToWritable } from '@remix-run/node';
import { createServer } from 'node:http';
import pg from 'pg';
import { WebSocketServer } from 'ws';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const page = createRequestHandler(await import('./plain-page/build/index.js'), 'production');
const sockets = new WebSocketServer({ noServer: true });

const SELECT = `
  select t.*, case when s.task_id is not null then '/api/tasks/' || t.id || '/signature' end as signature_image,
    s.signed_by, c.name as creator_name, c.username as creator_username, m.name as modifier_name,
    m.username as modifier_username
  from tasks t left join task_signatures s on s.task_id = t.id left join users c on c.id = t.created_by
  left join users m on m.id = t.last_modifier_id
  where not t.archived order by t.status = 'going' desc, coalesce(t.order_index, 999), t.id`;

async function answer(request, response) {
  if (request.url === '/tasks') {
    const { rows } = await pool.query(SELECT);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(rows));
  } else if (request.url === '/broadcast') {
    for (const socket of sockets.clients) socket.send('{"type":"TASK_UPDATED","taskId":1,"driverId":1}');
    response.end();
  } else {
    const result = await page(new Request(`http://localhost${request.url}`));
    response.writeHead(result.status, Object.fromEntries(result.headers));
    await writeReadableStreamToWritable(result.body, response);
  }
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
server.listen(0, () => console.log(`ready at http://localhost:${server.address().port}`));
