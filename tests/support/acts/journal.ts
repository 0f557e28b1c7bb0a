/**
 * The log of one client: each act before it is sent, each attempt with its answer, and how the act ended. One line of
 * JSON each.
 */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export type Role = 'phone' | 'dispatcher' | 'script';

/** The first line. */
export type HeadLine = { client: string; userId: number; role: Role };
/** `act` counts the acts of this client. `at`: ms since 1970. Pictures are left out of the body. */
export type ActLine = {
  act: number;
  key: string;
  at: number;
  method: string;
  path: string;
  body: Record<string, unknown>;
};
/** An attempt at an act. `status` 0: no answer. `hash` is that of the whole body, `answer` the part that is checked. */
export type TryLine = {
  try: number;
  at: number;
  status: number;
  hash: string;
  answer: Record<string, unknown>;
  /** The time of the tap that was sent, which may differ from that of the act. */
  tapped?: string | undefined;
  /** A copy that was sent after the act had ended. */
  isCopy?: true;
};
/** The outcome as the client sees it. */
export type EndLine = { end: number; outcome: 'accepted' | 'refused' };
/** A task as it was read. */
export type ReadLine = { read: number; version: number };
export type Line = HeadLine | ActLine | TryLine | EndLine | ReadLine;

export type Journal = {
  act(line: Omit<ActLine, 'act'>): number;
  attempt(line: TryLine): void;
  end(line: EndLine): void;
  read(line: ReadLine): void;
  close(): void;
};

const LONGEST_TEXT = 300;
const withoutPictures = (_: string, value: unknown) =>
  typeof value === 'string' && value.length > LONGEST_TEXT ? '(a picture)' : value;

/** Lines are written at once, so that they are there whatever ends the run. */
export function openJournal(folder: string, head: HeadLine): Journal {
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, `${head.client}.jsonl`), 'w');
  const write = (line: Line) => {
    writeSync(file, `${JSON.stringify(line, withoutPictures)}\n`);
  };
  write(head);
  let acts = 0;
  return {
    act: (line) => {
      acts += 1;
      write({ act: acts, ...line });
      return acts;
    },
    attempt: write,
    end: write,
    read: write,
    close: () => {
      closeSync(file);
    },
  };
}

/** A hash that does not depend on the order of keys, which PostgreSQL changes. */
export const hashOf = (body: unknown): string =>
  createHash('sha1')
    .update(JSON.stringify(sorted(body) ?? null))
    .digest('base64url');

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}

const CHECKED = [
  'id',
  'version',
  'updatedCount',
  'movedCount',
  'archivedCount',
  'pendingCount',
  'taskIds',
  'error',
  'title',
  'undoId',
];

export function answerOf(body: unknown): Record<string, unknown> {
  const given = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(given.filter(([name]) => CHECKED.includes(name)));
}
