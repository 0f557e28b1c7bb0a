/** Where chosen photos wait on this phone until they are sent: a reload or a lost line does not take them. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

// Bytes and no Blob: not every phone gives a Blob back after it was restarted.
type Kept = { name: string; type: string; bytes: ArrayBuffer };
type Store = DBSchema & { photos: { key: number; value: Kept[] } };

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

/** @param stopId the lowest id of the tasks that are photographed. */
export function keepPhotos(stopId: number, files: File[]): Promise<unknown> {
  const write = async () => {
    const kept = await Promise.all(
      files.map(async (file) => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer() })),
    );
    await (await database()).put('photos', kept, stopId);
  };
  writing = writing.then(() => orNothing(write));
  return writing;
}

export async function keptPhotos(stopId: number): Promise<File[]> {
  await writing;
  const kept = await orNothing(async () => (await database()).get('photos', stopId));
  return (kept ?? []).map(({ name, type, bytes }) => new File([bytes], name, { type }));
}

/** Forgets photos of stops that are no longer under way: they have been sent, or nobody wants them. */
export async function forgetPhotos(goingIds: number[]): Promise<void> {
  await writing;
  await orNothing(async () => {
    const db = await database();
    const gone = (await db.getAllKeys('photos')).filter((stopId) => !goingIds.includes(stopId));
    await Promise.all(gone.map((stopId) => db.delete('photos', stopId)));
  });
}
