/**
 * The observer of the work under way. Locks and events call it without knowing who it is; `undoable` sets
 * one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type Reached = { owners: number[]; taskIds: number[] };

export type Observer = {
  /**
   * Called when these lists have just been locked and are unchanged. It runs together with the lock, in the
   * same round trip.
   */
  listsLocked(reached: Reached): Promise<void>;
  /** Called when this run has just been locked and is unchanged. */
  runLocked(run: RunRow): void;
  eventsWritten(taskIds: number[]): void;
};

/** The columns of a run that acts change. */
export type RunRow = { id: number; state: string; driver_id: number | null } & Record<
  'closed_at' | 'out_at' | 'done_at',
  string | null
>;

const observers = new AsyncLocalStorage<Observer>();

export const observedBy = <Result>(observer: Observer, work: () => Promise<Result>): Promise<Result> =>
  observers.run(observer, work);

export const observer = () => observers.getStore();
