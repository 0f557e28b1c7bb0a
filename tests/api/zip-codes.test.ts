/** The table of ZIP codes is a file that may be unreadable for a while. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { startApp } from '../support/app';
import { client, type Client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { delivery } from '../support/factories';
import { addPeople, sessionOf } from '../support/people';

let database: TestDatabase;
let folder: string;

/** Copies the build to a folder where the test can remove the table. */
beforeEach(async () => {
  database = await createDatabase();
  await addPeople(database.url);
  folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-zip-'));
  cpSync('build', join(folder, 'build'), { recursive: true });
  cpSync('package.json', join(folder, 'package.json'));
  symlinkSync(join(process.cwd(), 'public'), join(folder, 'public'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const table = () => join(folder, 'build/zip-codes.json');
const takeAway = () => {
  rmSync(table());
};
const giveBack = () => {
  cpSync('build/zip-codes.json', table());
};

async function start() {
  const app = await startApp({ databaseUrl: database.url, folder });
  return { app, desk: client(app.origin, await sessionOf(database, 'dispatcher')) };
}

let house = 100;
const enter = async (desk: Client) => {
  house += 1;
  const address = `${String(house)} Brookside Plaza, Kansas City, MO 64113`;
  const { status, body } = await desk.post<Task>('/api/tasks', delivery({ address }));
  return { status, isPlaced: body.latitude !== null };
};

test('it is read at the start: the first address waits for nothing, and nothing can go wrong with it later', async () => {
  const { app, desk } = await start();
  try {
    takeAway();
    expect(await enter(desk)).toEqual({ status: 201, isPlaced: true });
  } finally {
    await app.stop();
  }
});

test('while it can not be read, tasks are saved without a place; as soon as it can, they have one', async () => {
  takeAway();
  const { app, desk } = await start();
  try {
    expect(app.output()).toContain('the ZIP code table could not be read');
    expect(await enter(desk)).toEqual({ status: 201, isPlaced: false });
    expect(await enter(desk)).toEqual({ status: 201, isPlaced: false });
    giveBack();
    expect(await enter(desk)).toEqual({ status: 201, isPlaced: true });
  } finally {
    await app.stop();
  }
});
