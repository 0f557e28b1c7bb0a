/**
 * The subscribers are told of every event of a task, in its transaction. They are set once, when the process
 * starts.
 */
import type { NewNotice } from './notices.server';
import type { Entry } from '~/domain/tasks/model/task';

export type Subscriber = {
  /** The name of its part of the statement, and of the value that it binds. */
  name: string;
  /**
   * SQL: an INSERT that is a part of the one statement of `record()`. It may use `$actor`, `$entries` and
   * `$name`. It sees the tasks as they are, and not the rows that the other parts write.
   */
  statement?: string;
  /** The background work that has something to do when the statement has written rows: a kind or a round. */
  wakes?: string;
  /** The value of `$name`, sent as JSON. */
  value?: (written: { notices: NewNotice[]; entries: Entry[] }) => unknown;
  /** A statement of its own, sent after that one. */
  then?: (entries: Entry[]) => Promise<void>;
};

let composed: readonly Subscriber[] | undefined;

/** Call it once, before the first command runs. */
export function subscribe(all: readonly Subscriber[]): void {
  if (composed) throw new Error('Subscribers of events can be set once only');
  composed = all;
}

/** @throws Error when there are none yet: an event that is told to no subscriber must not be written. */
export function subscribers(): readonly Subscriber[] {
  if (!composed) throw new Error('Nobody has subscribed to events: call composeDomain() first');
  return composed;
}
