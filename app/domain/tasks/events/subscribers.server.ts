/** Who is told of every event of a task, in its transaction. Composed once, when the process starts. */
import type { NewNotice } from './notices.server';
import type { Entry } from '~/domain/tasks/model/task';

export type Subscriber = {
  /** Of its part of the statement, and of the value that it binds. */
  name: string;
  /**
   * SQL that writes, a part of the one statement of `record()`: may use `$actor`, `$entries` and `$name`. It sees the
   * tasks as they are, and not what the other parts write.
   */
  statement?: string;
  /** What `$name` is, as JSON. */
  value?: (written: { notices: NewNotice[]; entries: Entry[] }) => unknown;
  /** A statement of its own, sent behind that one. */
  then?: (entries: Entry[]) => Promise<void>;
};

let composed: readonly Subscriber[] | undefined;

/** Once, before the first command runs. */
export function subscribe(all: readonly Subscriber[]): void {
  if (composed) throw new Error('Subscribers of events can be set once only');
  composed = all;
}

/** @throws when nobody has composed them: better no event than one that is told to nobody. */
export function subscribers(): readonly Subscriber[] {
  if (!composed) throw new Error('Nobody has subscribed to events: call composeDomain() first');
  return composed;
}
