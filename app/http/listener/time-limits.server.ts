/** Limits of connections, the same for HTTP/1.1 and HTTP/2. */
export const LARGEST_HEAD_BYTES = 16_384;

export const WITHIN_MS = {
  /** A handshake, and the head of a request. */
  head: 10_000,
  /** A request with its body. */
  request: 60_000,
};

/** Without any traffic. */
export const NOTHING_MOVES_MS = 60_000;

/** Between two requests: longer than load balancers keep theirs, so that none is closed while they are about to use it. */
export const KEEP_ALIVE_MS = 65_000;
