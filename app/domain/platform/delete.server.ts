/** Deletes many rows in small batches. */
import { rows, sqlState, TIMED_OUT } from 'db/connection';

/**
 * Runs batches until one says that there is no more. One that takes too long is tried again with a tenth of the size, as
 * rows differ in weight: an import takes its lines along.
 */
export async function inBatches(
  size: number,
  isStopped: () => boolean,
  batch: (size: number) => Promise<boolean>,
): Promise<void> {
  for (let more = true; more && !isStopped();) {
    try {
      more = await batch(size);
    } catch (error) {
      if (sqlState(error) !== TIMED_OUT || size === 1) throw error;
      size = Math.max(1, Math.floor(size / 10));
    }
  }
}

/** @returns how many rows went. Those that are locked stay. */
export async function deleteSome(
  table: string,
  isOver: string,
  size: number,
  bind?: Record<string, unknown>,
): Promise<number> {
  const gone = await rows(
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${isOver} limit ${String(size)} for update skip locked)) returning 1`,
    bind,
  );
  return gone.length;
}
