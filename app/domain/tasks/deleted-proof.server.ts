/** Signature and photos of a deleted task, as long as the deletion may be taken back. */
import { execute } from 'db/connection';

const PROOFS = [
  {
    table: 'task_signatures',
    aside: 'deleted_signatures',
    columns: 'task_id, image, media_type, signed_by, typed, created_at',
  },
  {
    table: 'task_photos',
    aside: 'deleted_photos',
    columns: 'id, task_id, position, image, media_type, created_by, created_at',
  },
];

/** Before a task is deleted: its proof goes with it, but may have to come back. */
export async function setProofAside(taskId: number): Promise<void> {
  for (const { table, aside, columns } of PROOFS) {
    await execute(`delete from ${aside} where task_id = $taskId`, { taskId });
    await execute(
      `insert into ${aside} (${columns}) select ${columns} from ${table} where task_id = $taskId`,
      { taskId },
    );
  }
}

export async function restoreProof(taskId: number): Promise<void> {
  for (const { table, aside, columns } of PROOFS) {
    await execute(
      `with back as (delete from ${aside} where task_id = $taskId returning ${columns})
       insert into ${table} (${columns}) select ${columns} from back`,
      { taskId },
    );
  }
}

/** A deleted task's proof is gone for good as soon as the deletion can no longer be taken back. */
export async function forgetDeletedProof(): Promise<void> {
  for (const { aside } of PROOFS)
    await execute(`delete from ${aside} where deleted_at < now() - interval '2 minutes'`);
}
