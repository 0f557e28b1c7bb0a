/** How a demo task gets into the tables, with the events that tell its story. */
import { execute, rows } from 'db/connection';
import type { DemoAccount } from './places';
import type { DemoSignature } from './signatures';

/** A row of tasks; what is absent has the table's default. */
export type TaskRow = Record<string, unknown> & { status: string };

export type StoryLine = { action: string; actorId: number | null; at: Date; changes: Record<string, [unknown, unknown]> };

export type Planting = { row: TaskRow; story: StoryLine[]; signature?: DemoSignature };

export function placeOf({ name, addresses }: DemoAccount) {
  const [main] = addresses;
  if (!main) throw new Error(`${name} has no address`);
  const [, address, city, state, zip, latitude, longitude] = main;
  return {
    location: name,
    address: `${address}, ${city}, ${state} ${zip}`,
    latitude: String(latitude),
    longitude: String(longitude),
    geo_precision: 'exact',
  };
}

const COLUMNS = [
  ['type', 'text'],
  ['location', 'text'],
  ['address', 'text'],
  ['invoice_number', 'text'],
  ['part_numbers', 'text'],
  ['notes', 'text'],
  ['status', 'text'],
  ['priority', 'text'],
  ['need_by', 'timestamptz'],
  ['driver_id', 'integer'],
  ['completed_by_driver_id', 'integer'],
  ['transfer_to_driver_id', 'integer'],
  ['transfer_destination_location', 'text'],
  ['transfer_destination_address', 'text'],
  ['linked_task_id', 'integer'],
  ['dealership', 'text'],
  ['destination_account_id', 'integer'],
  ['latitude', 'text'],
  ['longitude', 'text'],
  ['geo_precision', 'text'],
  ['order_index', 'integer'],
  ['created_by', 'integer'],
  ['created_at', 'timestamptz'],
  ['completed_at', 'timestamptz'],
  ['last_modifier_id', 'integer'],
  ['updated_at', 'timestamptz'],
  ['archived', 'boolean'],
  ['version', 'integer'],
] as const;

const EMPTY = { invoice_number: '', part_numbers: '', notes: '', priority: 'normal', archived: false };

/** @returns the new ids, in the same order. */
export async function plant(plantings: Planting[]): Promise<number[]> {
  const names = COLUMNS.map(([name]) => name).join(', ');
  const typed = COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ');
  const prepared = plantings.map(({ row, story }, n) => ({
    ...EMPTY,
    ...row,
    n,
    last_modifier_id: story.at(-1)?.actorId ?? row.created_by,
    created_at: story[0]?.at,
    updated_at: story.at(-1)?.at,
    version: Math.max(1, story.length),
  }));
  const planted = await rows<{ id: number }>(
    `insert into tasks (${names}) select ${names}
     from jsonb_to_recordset($tasks::jsonb) as t(${typed}, n integer) order by n returning id`,
    { tasks: JSON.stringify(prepared) },
  );
  const ids = planted.map(({ id }) => id).sort((a, b) => a - b);
  const events = plantings.flatMap(({ story }, n) =>
    story.map((line, i) => ({ ...line, task: ids[n], version: i === 0 ? null : i + 1 })),
  );
  await execute(
    `insert into task_events (task_id, actor_id, action, changes, version, occurred_at, created_at)
     select task, "actorId", action, changes, version, at, at
     from jsonb_to_recordset($events::jsonb)
       as e(task integer, "actorId" integer, action text, changes jsonb, version integer, at timestamptz)
     order by at`,
    { events: JSON.stringify(events) },
  );
  const signatures = plantings.flatMap(({ signature, row }, n) =>
    signature
      ? [{ task: ids[n], image: signature.image.toString('base64'), signer: signature.signedBy, at: row.completed_at }]
      : [],
  );
  await execute(
    `insert into task_signatures (task_id, image, media_type, signed_by, created_at)
     select task, decode(image, 'base64'), 'image/jpeg', signer, at
     from jsonb_to_recordset($signatures::jsonb) as s(task integer, image text, signer text, at timestamptz)`,
    { signatures: JSON.stringify(signatures) },
  );
  return ids;
}
