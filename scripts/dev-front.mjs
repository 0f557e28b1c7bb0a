/**
 * The server at the developer's address. It passes requests to the latest server, holds them during a build, and adds a
 * script to each page that reloads it and shows errors. The server itself is not changed.
 */
import http from 'node:http';
import net from 'node:net';

const EVENTS = '/__dev';
const NONCE = /'nonce-([^']+)'/;

/* global document, EventSource, location */
/** Runs in the page. */
function follow(path, version) {
  document.currentScript.remove();
  new EventSource(path).onmessage = ({ data }) => {
    const news = JSON.parse(data);
    document.getElementById('dev-error')?.remove();
    if (!news.error) {
      if (news.version !== version) location.reload();
      return;
    }
    const cover = document.createElement('pre');
    cover.id = 'dev-error';
    cover.textContent = news.error;
    cover.onclick = () => cover.remove();
    cover.style.cssText =
      'position:fixed;inset:0;z-index:2147483647;margin:0;padding:2rem;overflow:auto;background:#300;color:#fff;font:14px/1.5 monospace;white-space:pre-wrap';
    document.documentElement.append(cover);
  };
}

export function createFront() {
  // One of the two is set, except during a build.
  let port;
  let error;
  let version = 0;
  let waiting = [];
  const pages = new Set();

  const isSettled = () => port !== undefined || error !== undefined;
  const settled = () => new Promise((go) => (isSettled() ? go() : waiting.push(go)));
  const tell = (page, news = { version, error }) => page.write(`data: ${JSON.stringify(news)}\n\n`);
  const settle = () => {
    for (const go of waiting.splice(0)) go();
    for (const page of pages) tell(page);
  };
  const script = (nonce = '') =>
    `<script nonce="${nonce}">(${follow.toString()})(${JSON.stringify(EVENTS)}, ${version})</script>`;

  function listen(response) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write('retry: 500\n\n');
    if (isSettled()) tell(response);
    pages.add(response);
    response.on('close', () => pages.delete(response));
  }

  function pass(request, response) {
    const { method, url: path } = request;
    // The script could not be added to a compressed page.
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const upstream = http.request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const isPage = method === 'GET' && answer.headers['content-type']?.startsWith('text/html');
      const end = isPage ? script(NONCE.exec(answer.headers['content-security-policy'])?.[1]) : '';
      const length = answer.headers['content-length'];
      const longer = end && length ? { 'content-length': Number(length) + Buffer.byteLength(end) } : {};
      response.writeHead(answer.statusCode, { ...answer.headers, ...longer });
      answer.pipe(response, { end: false });
      answer.on('end', () => response.end(end));
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  }

  function connect(request, socket, head) {
    const { rawHeaders, method, url } = request;
    const headers = rawHeaders.map((word, index) => word + (index % 2 ? '\r\n' : ': ')).join('');
    const upstream = net.connect(port, '127.0.0.1', () => {
      upstream.write(`${method} ${url} HTTP/1.1\r\n${headers}\r\n`);
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  }

  const server = http.createServer(async (request, response) => {
    if (request.url === EVENTS) return listen(response);
    await settled();
    if (port) return pass(request, response);
    response.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Build failed</title><body>${script()}</body>`);
  });
  server.on('upgrade', async (request, socket, head) => {
    socket.on('error', () => undefined);
    await settled();
    if (port) connect(request, socket, head);
    else socket.destroy();
  });

  return {
    server,
    /** Called when a build starts. */
    hold() {
      port = error = undefined;
    },
    serve(next) {
      port = next;
      version += 1;
      settle();
    },
    fail(text) {
      error = text;
      settle();
    },
    /** Shows the error of one request. The server continues. */
    show(text) {
      for (const page of pages) tell(page, { error: text });
    },
  };
}
