/** HTTP/2 on connections that have agreed on it: its requests look like those of node:http, and have the same limits. */
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
import type { Work } from './connections.server';
import { KEEP_ALIVE_MS, LARGEST_HEAD_BYTES, NOTHING_MOVES_MS, WITHIN_MS } from './time-limits.server';

const STREAMS_AT_ONCE = 100;
const CLOSE_WITHIN_MS = 2_000;
/** Of one connection; a browser that leaves a page cancels some at once. */
const MOST_RESETS = 200;
const RESETS_COUNTED_MS = 10_000;

/** `Host` is what the browser has asked for, as in HTTP/1.1. */
class Request extends Http2ServerRequest {
  constructor(...given: ConstructorParameters<typeof Http2ServerRequest>) {
    const headers: IncomingHttpHeaders = given[1];
    if (headers[':authority'] !== undefined) headers.host = headers[':authority'];
    super(...given);
  }

  /** Ends this request only; others share its connection. */
  override destroy(error?: Error): this {
    this.stream.close(constants.NGHTTP2_CANCEL);
    return super.destroy(error);
  }
}

// Without a body it would only be complete after somebody has read it.
Object.defineProperty(Request.prototype, 'complete', {
  get(this: Request) {
    return this.stream.endAfterHeaders || this.readableEnded || this.stream.destroyed;
  },
});

class Response extends Http2ServerResponse {}

// Those of node:http; the types promise them, and Node.js leaves them out.
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
  /** Speaks HTTP/2 on a connection. */
  speak: (socket: TLSSocket) => void;
  /** Lets requests under way finish, and takes no more. */
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
    // The classes above have what the handler uses.
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

/** A session without requests is closed, even when its client sends pings. */
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

/** A request that is sent and canceled costs its sender nothing, and us the beginning of an answer. */
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

/** For clients that do not send their body, or do not read their answer. */
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
  // The rest of a body that has been answered already is of no use.
  stream.once('finish', () => {
    if (!request.complete) rest = setTimeout(reset(constants.NGHTTP2_NO_ERROR), CLOSE_WITHIN_MS);
  });
  stream.once('close', () => {
    clearTimeout(late);
    clearTimeout(rest);
  });
}
