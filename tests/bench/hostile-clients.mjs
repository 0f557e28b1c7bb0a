/**
 * These clients run in a thread of their own, and each sends the same request again as soon as it is answered: see
 * hostile.bench.ts.
 */
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { origin, method, path, body, headers } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: headers.length });
const statuses = {};
let isOver = false;

const ask = (own) =>
  new Promise((resolve) => {
    const end = (status) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      resolve();
    };
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    request(origin + path, { method, agent, headers: { ...own, ...length } }, (response) => {
      response.resume().once('end', () => end(response.statusCode));
    })
      .once('error', () => end(0))
      .end(body);
  });

parentPort.once('message', () => (isOver = true));
await Promise.all(
  headers.map(async (own) => {
    while (!isOver) await ask(own);
  }),
);
agent.destroy();
parentPort.postMessage(statuses);
