/** Who watches the work under way. Locks and events tell it, and know nothing of it; `undoable` is one. */
import { AsyncLocalStorage } from 'node:async_hooks';

export type Reached = { owners: number[]; taskIds: number[] };

export type Observer = {
  /** These lists have just been locked, and are still as they were. Runs beside the lock, in its round trip. */
  listsLocked(reached: Reached): Promise<void>;
  eventsWritten(taskIds: number[]): void;
};

const observers = new AsyncLocalStorage<Observer>();

export const observedBy = <Result>(observer: Observer, work: () => Promise<Result>): Promise<Result> =>
  observers.run(observer, work);

export const observer = () => observers.getStore();
