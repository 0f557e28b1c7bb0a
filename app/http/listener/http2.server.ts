/**
 * HTTP/2 on connections that have negotiated it. Its requests look like those of node:http and have the same limits.
 */
import type { RequestListener } from 'node:http';
import {
  constants,
  createServer,
  Http2ServerRequest,
  Http2ServerResponse,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import {
  type Work,
  KEEP_ALIVE_MS,
  LARGEST_HEAD_BYTES,
  NOTHING_MOVES_MS,
  WITHIN_MS,
} from './connections.server';

const STREAMS_AT_ONCE = 100;
const CLOSE_WITHIN_MS = 2_000;
/** The limit per connection. A browser that leaves a page cancels several requests at once. */
const MOST_RESETS = 200;
const RESETS_COUNTED_MS = 10_000;

/** Sets `Host` to the requested host, as in HTTP/1.1. */
class Request extends Http2ServerRequest {
  constructor(...given: ConstructorParameters<typeof Http2ServerRequest>) {
    const headers: IncomingHttpHeaders = given[1];
    if (headers[':authority'] !== undefined) headers.host = headers[':authority'];
    super(...given);
  }

  /** Ends this request only, because others share its connection. */
  override destroy(error?: Error): this {
    this.stream.close(constants.NGHTTP2_CANCEL);
    return super.destroy(error);
  }
}

// A request without a body would be complete only after someone has read it.
Object.defineProperty(Request.prototype, 'complete', {
  get(this: Request) {
    return this.stream.endAfterHeaders || this.readableEnded || this.stream.destroyed;
  },
});

class Response extends Http2ServerResponse {}

// Properties of node:http that the types promise but Node.js does not have.
Object.defineProperties(Response.prototype, {
  destroyed: {
    get(this: Response) {
      return this.stream.destroyed;
    },
  },
  closed: {
    get(this: Response) {
      return this.stream.closed;
    },
  },
});

type Http2 = {
  /** Starts HTTP/2 on a connection. */
  speak: (socket: TLSSocket) => void;
  /** Finishes requests under way, and accepts no more. */
  close: () => void;
};

type Options = { onRequest: RequestListener; onWork: (socket: TLSSocket, work: Work) => void };

export function createHttp2({ onRequest, onWork }: Options): Http2 {
  const sessions = new Map<ServerHttp2Session, TLSSocket>();
  const server = createServer({
    settings: { maxConcurrentStreams: STREAMS_AT_ONCE, maxHeaderListSize: LARGEST_HEAD_BYTES },
    Http2ServerRequest: Request,
    Http2ServerResponse: Response,
  });
  server.on('request', (request: Http2ServerRequest, response: Http2ServerResponse) => {
    limitTime(request, response.stream);
    const socket = request.stream.session && sessions.get(request.stream.session as ServerHttp2Session);
    // The classes above have everything that the handler uses.
    const work = { request, response } as unknown as Work;
    if (socket) onWork(socket, work);
    onRequest(work.request, work.response);
  });
  return {
    speak: (socket) => {
      server.once('session', (session) => {
        sessions.set(session, socket);
        session.once('close', () => sessions.delete(session));
        closeIdle(session);
        limitResets(session);
      });
      server.emit('connection', socket);
    },
    close: () => {
      for (const session of sessions.keys()) session.close();
    },
  };
}

/** Closes a session without requests, even when its client sends pings. */
function closeIdle(session: ServerHttp2Session): void {
  let open = 0;
  const end = () => {
    session.close();
    setTimeout(() => {
      session.destroy();
    }, CLOSE_WITHIN_MS).unref();
  };
  let idle = setTimeout(end, WITHIN_MS.head);
  session.on('stream', (stream) => {
    open += 1;
    clearTimeout(idle);
    stream.once('close', () => {
      open -= 1;
      if (open === 0 && !session.closed) idle = setTimeout(end, KEEP_ALIVE_MS);
    });
  });
  session.once('close', () => {
    clearTimeout(idle);
  });
}

/** Sending and canceling a request costs the client nothing, but the server starts an answer each time. */
function limitResets(session: ServerHttp2Session): void {
  let resets = 0;
  let since = performance.now();
  session.on('stream', (stream) => {
    stream.once('close', () => {
      if (stream.rstCode === constants.NGHTTP2_NO_ERROR) return;
      if (performance.now() - since > RESETS_COUNTED_MS) {
        since = performance.now();
        resets = 0;
      }
      resets += 1;
      if (resets > MOST_RESETS) session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    });
  });
}

/** Ends requests of clients that do not send their body or do not read their answer. */
function limitTime(request: Http2ServerRequest, stream: ServerHttp2Stream): void {
  const reset = (code: number) => () => {
    stream.close(code);
  };
  stream.setTimeout(NOTHING_MOVES_MS, reset(constants.NGHTTP2_CANCEL));
  let late: NodeJS.Timeout | undefined;
  let rest: NodeJS.Timeout | undefined;
  if (!request.complete) late = setTimeout(reset(constants.NGHTTP2_CANCEL), WITHIN_MS.request);
  request.once('end', () => {
    clearTimeout(late);
  });
  // The request is answered, so the rest of its body is of no use.
  stream.once('finish', () => {
    if (!request.complete) rest = setTimeout(reset(constants.NGHTTP2_NO_ERROR), CLOSE_WITHIN_MS);
  });
  stream.once('close', () => {
    clearTimeout(late);
    clearTimeout(rest);
  });
}
