/**
 * Returns the reason why a process that we have started has ended, in its own words. Its stderr must be a
 * pipe.
 */
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

const LONGEST = 10_000;
/** The line of an error in JavaScript, of V8, and of an uncaught exception in C++. */
const ERROR_LINE = /^(?:\w*Error\b.*: |FATAL ERROR: | *what\(\): ).*$/m;

/** @returns a function to call with the code and signal of its `close`: by then all output has been read. */
export function errorsOf(child: ChildProcess): (code: number | null, by: NodeJS.Signals | null) => string {
  let text = '';
  child.stderr?.on('data', (bytes: Buffer) => (text = (text + bytes.toString()).slice(-LONGEST)));
  // The pipe must not keep a process alive that is about to stop.
  (child.stderr as Socket | null)?.unref();
  return (code, by) => {
    const [line = text.trim().split('\n').at(-1) ?? ''] = ERROR_LINE.exec(text) ?? [];
    const ended = `it ended with ${String(code ?? by)}`;
    return line ? `${ended}: ${line.trim()}` : ended;
  };
}
