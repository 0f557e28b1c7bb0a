/** Tells documents from other files by their bytes. */

const HEAD_BYTES = 4_096;
const ESCAPE = 0x1b;

/** Returns true for a PDF, and for what is sent to a printer. Pictures, archives and files of an office have zeros. */
export function isDocument(bytes: Buffer): boolean {
  const head = bytes.subarray(0, HEAD_BYTES);
  return head.includes('%PDF-') || head[0] === ESCAPE || !head.includes(0);
}
