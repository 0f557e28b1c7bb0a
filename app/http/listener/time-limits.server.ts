/** Limits of connections in milliseconds. They are the same for HTTP/1.1 and HTTP/2. */
export const LARGEST_HEAD_BYTES = 16_384;

export const WITHIN_MS = {
  /** For a handshake, and for the head of a request. */
  head: 10_000,
  /** For a request with its body. */
  request: 60_000,
};

/** The longest time without any traffic. */
export const NOTHING_MOVES_MS = 60_000;

/**
 * The time between two requests. It is longer than that of load balancers, so that a connection is not closed when they
 * are about to use it.
 */
export const KEEP_ALIVE_MS = 65_000;
