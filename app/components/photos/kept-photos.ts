/** Where chosen photos wait on this phone until they are sent: a reload or a lost line does not take them. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

// Bytes and no Blob: not every phone gives a Blob back after it was restarted.
type Kept = { name: string; type: string; bytes: ArrayBuffer };
/** Whose they are, and the lowest id of the tasks that are photographed. */
type Key = [person: number, stopId: number];
type Store = DBSchema & { photos: { key: Key; value: Kept[] } };

let opened: Promise<IDBPDatabase<Store>> | undefined;

const database = () =>
  (opened ??= openDB<Store>('photos', 1, {
    upgrade: (db) => {
      db.createObjectStore('photos');
    },
  }));

/** A browser that forbids or has no room for the store keeps nothing; the photos still stand on the page. */
async function orNothing<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

// One after the other, so that the last word is the last written.
let writing: Promise<unknown> = Promise.resolve();

export function keepPhotos(key: Key, files: File[]): Promise<unknown> {
  const write = async () => {
    const kept = await Promise.all(
      files.map(async (file) => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer() })),
    );
    await (await database()).put('photos', kept, key);
  };
  writing = writing.then(() => orNothing(write));
  return writing;
}

export async function keptPhotos(key: Key): Promise<File[]> {
  await writing;
  const kept = await orNothing(async () => (await database()).get('photos', key));
  return (kept ?? []).map(({ name, type, bytes }) => new File([bytes], name, { type }));
}

/** Forgets this person's photos of stops that are no longer under way: they have been sent, or nobody wants them. */
export const forgetPhotos = (person: number, goingIds: number[]) =>
  forgetAll(([owner, stopId]) => owner === person && stopId !== undefined && !goingIds.includes(stopId));

/** Forgets everybody's photos but this person's. */
export const forgetPhotosOfOthers = (person: number | null) => forgetAll(([owner]) => owner !== person);

async function forgetAll(which: (key: Partial<Key>) => boolean): Promise<void> {
  await writing;
  await orNothing(async () => {
    const db = await database();
    // Photos that an older version stored have no owner.
    const gone = (await db.getAllKeys('photos')).filter((key) => which(Array.isArray(key) ? key : []));
    await Promise.all(gone.map((key) => db.delete('photos', key)));
  });
}
