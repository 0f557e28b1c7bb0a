/** Deletes many rows in small batches. */
import { rows, sqlState, TIMED_OUT } from 'db/connection';

/**
 * Runs batches until one reports that there is no more. A batch that takes too long is tried again with a
 * tenth of the size, because some rows take many others along, such as an import with its lines.
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

/** @returns the number of deleted rows. Locked rows stay. */
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
