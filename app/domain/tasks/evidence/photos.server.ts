/** Photos of a task: at most three, shown to its driver and to dispatchers. */
import { fn } from 'sequelize';
import * as z from 'zod/v4';
import { execute, row, rows, transaction } from 'db/connection';
import { type Task, TaskPhoto, TaskSignature } from 'db/models/tasks';
import { noted } from '~/domain/tasks/store/save.server';
import type { Actor } from '~/domain/kernel/actor';
import { Deleted } from '~/domain/kernel/schema';
import { command, preparedCommand, query } from '~/domain/kernel/command.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { KB } from '~/domain/kernel/limits';
import { scopeOf, TASK_IN_SCOPE } from '~/domain/kernel/permissions';
import { lockTasks, requireOwnTask } from '~/domain/tasks/store/locks.server';
import { type Entry, MOST_PHOTOS, type Photo } from '~/domain/tasks/model/task';
import { AddPhoto, atPhoto, atTask } from '~/domain/tasks/model/schema';
import { PhotoAnswer } from '~/domain/tasks/model/answers';
import { getTask, type StoredImage } from '~/domain/tasks/store/queries.server';
import { record } from '~/domain/tasks/events/record.server';
import { proofOf } from './signatures.server';
import { say } from '~/domain/kernel/sentence';

/** Keeps deleted signatures and photos as long as the deletion can be undone. */

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
async function setPhotoAside(taskId: number, photoId: number): Promise<boolean> {
  const aside = await rows(
    `with gone as (delete from task_photos where task_id = $taskId and id = $photoId returning *)
     insert into deleted_photos (${PHOTO_COLUMNS}, position) select ${PHOTO_COLUMNS}, position from gone returning id`,
    { taskId, photoId },
  );
  return aside.length > 0;
}

/** Restores the photo to its place, or to a free one. @returns false when it is gone, or no place is free. */
async function restorePhoto(taskId: number, photoId: number): Promise<boolean> {
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

/** Actions of events whose changes contain the photo's id. */
export const PHOTO_ADDED = 'photo added';
export const PHOTO_REMOVED = 'photo removed';

const photoOf = (taskId: number, id: number): Photo => ({
  id,
  url: `/api/tasks/${String(taskId)}/photos/${String(id)}`,
});

/** Sorted by the order in which they were taken. */
export const listPhotos = query(
  {
    summary: 'The photos of a task',
    may: 'readTasks',
    scoped: true,
    at: atTask,
    answer: z.array(PhotoAnswer),
  },
  async ({ actor, taskId }) => {
    await getTask({ actor, taskId });
    const found = await TaskPhoto.findRows(['id'], { where: { taskId }, order: ['createdAt', 'id'] });
    return found.map(({ id }) => photoOf(taskId, id));
  },
);

export async function getPhoto(actor: Actor, taskId: number, photoId: number): Promise<StoredImage> {
  const found = await row<StoredImage>(
    `select p.image, p.media_type as "mediaType" from task_photos p join tasks t on t.id = p.task_id
     where t.id = $taskId and p.id = $photoId and ${TASK_IN_SCOPE}`,
    { taskId, photoId, ...scopeOf(actor, 'readTasks').bind },
  );
  if (!found) throw notFound('Photo');
  return found;
}

export const addPhoto = preparedCommand(
  {
    summary: 'Adds a proof photo',
    about: 'At most 3 per task.',
    may: 'editTask',
    at: atTask,
    input: AddPhoto,
    mostBytes: 400 * KB,
    answer: PhotoAnswer,
    creates: true,
  },
  ({ actor, taskId, input }) => proofOf(actor, taskId, 'editTask', { photos: [input.image] }),
  ({ actor, taskId }, { photos }) =>
    transaction(async () => {
      const task = requireOwnTask(actor, (await lockTasks([taskId])).get(taskId), 'editTask');
      const [id] = await storePhotos(actor, task, photos);
      if (id === undefined) throw notFound('Photo');
      await record(actor, [added(task, id)]);
      return photoOf(taskId, id);
    }),
);

/** The removal can be undone for two minutes. */
export const removePhoto = command(
  { summary: 'Removes a photo', may: 'removePhoto', at: atPhoto, answer: Deleted },
  ({ actor, taskId, photoId }) =>
    transaction(async () => {
      const task = requireOwnTask(actor, (await lockTasks([taskId])).get(taskId), 'removePhoto');
      refuseArchived(task);
      if (!(await setPhotoAside(taskId, photoId))) throw notFound('Photo');
      await record(actor, [removed(task, photoId)]);
      return { id: photoId };
    }),
);

/** Restores a removed photo of a locked task. @returns the entries to record; none when the photo is gone. */
export async function restoreRemovedPhoto(task: Task, photoId: number): Promise<Entry[]> {
  const isBack = !task.archived && (await restorePhoto(task.id, photoId));
  return isBack ? [noted(task.id, 'photo restored', task.driver_id)] : [];
}

/** Removes a photo of a locked task. @returns the entries to record; none when the photo is gone already. */
export async function dropPhoto(task: Task, photoId: number): Promise<Entry[]> {
  return (await setPhotoAside(task.id, photoId)) ? [removed(task, photoId)] : [];
}

/** Adds photos to a locked task. @returns the entries to record. */
export async function attachPhotos(actor: Actor, task: Task, images: Buffer[]): Promise<Entry[]> {
  const ids = await storePhotos(actor, task, images);
  return ids.map((id) => added(task, id));
}

async function storePhotos(actor: Actor, task: Task, images: Buffer[]): Promise<number[]> {
  if (images.length === 0) return [];
  const taken = await TaskPhoto.findRows(['position'], { where: { taskId: task.id } });
  const free = Array.from({ length: MOST_PHOTOS }, (_, i) => i + 1).filter((place) =>
    taken.every(({ position }) => position !== place),
  );
  if (images.length > free.length) throw tooMany(taken.length);
  const ids: number[] = [];
  for (const [index, image] of images.entries()) {
    const [taskId, position = 0, createdBy] = [task.id, free[index], actor.id];
    const createdAt = fn('clock_timestamp'); // each photo has its own time, because photos are sorted by it
    const photo = { taskId, position, image, mediaType: 'image/jpeg', createdBy, createdAt };
    ids.push((await TaskPhoto.create(photo, { returning: ['id'] })).id);
  }
  return ids;
}

function tooMany(taken: number) {
  return fieldRefusal('photos', say('tooManyPhotos', { most: MOST_PHOTOS, taken }));
}

function refuseArchived(task: Task): void {
  if (task.archived) throw conflict(say('taskArchived'));
}

const added = (task: Task, photoId: number): Entry => ({
  ...noted(task.id, PHOTO_ADDED, task.driver_id),
  changes: { photo: [null, photoId] },
});
const removed = (task: Task, photoId: number): Entry => ({
  ...noted(task.id, PHOTO_REMOVED, task.driver_id),
  changes: { photo: [photoId, null] },
});
