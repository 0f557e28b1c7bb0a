/** Photos of a deleted task, as long as the deletion may be taken back. */
import { execute } from 'db/connection';

const KEPT = 'id, task_id, position, image, media_type, created_by, created_at';

/** Before a task is deleted: its photos go with it, but may have to come back. */
export async function setPhotosAside(taskId: number): Promise<void> {
  await execute(
    `insert into deleted_photos (${KEPT}) select ${KEPT} from task_photos where task_id = $taskId
     on conflict (id) do update set deleted_at = now()`,
    { taskId },
  );
}

export async function restorePhotos(taskId: number): Promise<void> {
  await execute(
    `with back as (delete from deleted_photos where task_id = $taskId returning ${KEPT})
     insert into task_photos (${KEPT}) select ${KEPT} from back`,
    { taskId },
  );
}

/** A deleted task's photos are gone for good as soon as the deletion can no longer be taken back. */
export async function forgetDeletedPhotos(): Promise<void> {
  await execute("delete from deleted_photos where deleted_at < now() - interval '2 minutes'");
}
