/** Tells documents from other files by their bytes. */

const HEAD_BYTES = 4_096;
const ESCAPE = 0x1b;

/** Returns true for a PDF, and for what is sent to a printer. Pictures, archives and files of an office have zeros. */
export function isDocument(bytes: Buffer): boolean {
  const head = bytes.subarray(0, HEAD_BYTES);
  return head.includes('%PDF-') || head[0] === ESCAPE || !head.includes(0);
}

/** A request or a greeting in text, such as `GET / HTTP/1.1`. */
const OPENING = /^(?:[A-Z]{3,20} \S{1,2000} (?:HTTP|RTSP|SIP)\/\d|SSH-\d|(?:EHLO|HELO) \S)/;
const HANDSHAKE = 0x16;
const TLS = 0x03;

/** Returns true for the start of HTTP, TLS and others: browsers and scanners find the port of a printer too. */
export function isOtherProtocol(bytes: Buffer): boolean {
  if (bytes[0] === HANDSHAKE && bytes[1] === TLS) return true;
  return OPENING.test(bytes.toString('latin1', 0, HEAD_BYTES));
}
