/** The questions that drivers ask a printer in its job language (PJL), and the answers of one that is ready. */
import { UNIVERSAL_EXIT } from '~/domain/intake/reading/printer-text';

const ANSWERS: Record<string, string> = {
  STATUS: 'CODE=10001\r\nDISPLAY="Ready"\r\nONLINE=TRUE',
  ID: '"Parts Dispatch"',
};
const QUESTION = /@PJL INFO (STATUS|ID)\b/gi;

/** Returns what a printer would answer to what was just sent; an empty text if nothing was asked. */
export const answerTo = (sent: Buffer): string =>
  [...sent.toString('latin1').matchAll(QUESTION)]
    .map(([, name = '']) => `@PJL INFO ${name.toUpperCase()}\r\n${ANSWERS[name.toUpperCase()] ?? ''}\r\n\f`)
    .join('');

/** Longer jobs are documents. */
const LONGEST_QUESTION = 4_096;

/** Returns true when nothing but commands for a printer was sent, which print nothing. */
export const isOnlyCommands = (sent: Buffer): boolean =>
  sent.length <= LONGEST_QUESTION &&
  sent
    .toString('latin1')
    .replaceAll(UNIVERSAL_EXIT, '\n')
    .split('\n')
    .every((line) => line.trim() === '' || line.startsWith('@PJL'));
