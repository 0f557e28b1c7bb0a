/** Stores chosen photos on the phone until they are sent, so that they survive a reload or a lost connection. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

// The bytes, because some phones lose stored Blobs when they restart.
type StoredPhoto = { name: string; type: string; bytes: ArrayBuffer };
/** The owner, and the lowest id of the photographed tasks. */
type Key = [person: number, stopId: number];
type Store = DBSchema & { photos: { key: Key; value: StoredPhoto[] } };

let opened: Promise<IDBPDatabase<Store>> | undefined;

const database = () =>
  (opened ??= openDB<Store>('photos', 1, {
    upgrade: (db) => {
      db.createObjectStore('photos');
    },
  }));

/** Ignores failures of storage, such as a full disk. The photos are still on the page. */
async function orNothing<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

// Writes follow one another, so that the latest choice is written last.
let writing: Promise<unknown> = Promise.resolve();

export function storePhotos(key: Key, files: File[]): Promise<unknown> {
  const write = async () => {
    const stored = await Promise.all(
      files.map(async (file) => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer() })),
    );
    await (await database()).put('photos', stored, key);
  };
  writing = writing.then(() => orNothing(write));
  return writing;
}

export async function storedPhotos(key: Key): Promise<File[]> {
  await writing;
  const stored = await orNothing(async () => (await database()).get('photos', key));
  return (stored ?? []).map(({ name, type, bytes }) => new File([bytes], name, { type }));
}

/** Deletes this person's photos of stops that are no longer under way. */
export const forgetPhotos = (person: number, goingIds: number[]) =>
  forgetAll(([owner, stopId]) => owner === person && stopId !== undefined && !goingIds.includes(stopId));

/** Deletes all photos of other people. */
export const forgetPhotosOfOthers = (person: number | null) => forgetAll(([owner]) => owner !== person);

async function forgetAll(which: (key: Partial<Key>) => boolean): Promise<void> {
  await writing;
  await orNothing(async () => {
    const db = await database();
    // Photos of an older version have no owner.
    const gone = (await db.getAllKeys('photos')).filter((key) => which(Array.isArray(key) ? key : []));
    await Promise.all(gone.map((key) => db.delete('photos', key)));
  });
}
