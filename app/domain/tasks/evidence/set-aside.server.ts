/** Keeps deleted signatures and photos as long as the deletion can be undone. */
import { execute, rows } from 'db/connection';
import { TaskSignature } from 'db/models/tasks';
import { MOST_PHOTOS } from '~/domain/tasks/model/photo';

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
] as const;

/** The tables of deleted proof. Rows are removed when the deletion can no longer be undone. */
export const DELETED_PROOFS = PROOFS.map(({ aside }) => aside);

/** Call it before a task is deleted, so that an undo can restore the proof. */
export async function setProofAside(taskId: number): Promise<void> {
  for (const proof of PROOFS) await copyAside(proof, taskId);
}

async function copyAside({ table, aside, columns }: (typeof PROOFS)[number], taskId: number): Promise<void> {
  await execute(`delete from ${aside} where task_id = $taskId`, { taskId });
  await execute(`insert into ${aside} (${columns}) select ${columns} from ${table} where task_id = $taskId`, {
    taskId,
  });
}

/** For an undone completion. */
export async function setSignatureAside(taskId: number): Promise<void> {
  const [signatures] = PROOFS;
  await copyAside(signatures, taskId);
  await TaskSignature.destroy({ where: { taskId } });
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

const PHOTO_COLUMNS = 'id, task_id, image, media_type, created_by, created_at';

/** @returns false when there is no such photo. */
export async function setPhotoAside(taskId: number, photoId: number): Promise<boolean> {
  const aside = await rows(
    `with gone as (delete from task_photos where task_id = $taskId and id = $photoId returning *)
     insert into deleted_photos (${PHOTO_COLUMNS}, position) select ${PHOTO_COLUMNS}, position from gone returning id`,
    { taskId, photoId },
  );
  return aside.length > 0;
}

/** Restores the photo to its place, or to a free one. @returns false when it is gone, or no place is free. */
export async function restorePhoto(taskId: number, photoId: number): Promise<boolean> {
  const back = await rows(
    `with free as (
       select place from generate_series(1, ${String(MOST_PHOTOS)}) as place
       where not exists (select from task_photos where task_id = $taskId and position = place)
     ), back as (
       delete from deleted_photos where task_id = $taskId and id = $photoId and exists (select from free) returning *
     )
     insert into task_photos (${PHOTO_COLUMNS}, position)
     select ${PHOTO_COLUMNS}, (select place from free order by place <> back.position, place limit 1) from back
     returning id`,
    { taskId, photoId },
  );
  return back.length > 0;
}
