/**
 * Keeps free pages in the table of sessions. On a full disk PostgreSQL makes no table longer, and whoever makes room
 * has to sign in.
 */
import { execute, row, transaction } from 'db/connection';

/** Room for some thousand sessions. */
const ROOM = 1_000_000;
/** With its share of the indexes. */
const BYTES_OF_A_SESSION = 250;

const FREE = `
  select pg_relation_size('sessions')::float8 - ${String(BYTES_OF_A_SESSION)} * count(*) as bytes from sessions`;

const FILL = `
  insert into sessions (token_hash, user_id, remember, user_agent)
  select sha256(convert_to(gen_random_uuid()::text, 'UTF8')), u.id, false, repeat('x', 150)
  from (select id from users order by id limit 1) u,
    generate_series(1, ${String(Math.ceil(ROOM / BYTES_OF_A_SESSION))})`;

class TakenBack extends Error {}

/** Adds pages by rows that are never committed. Vacuum lists the pages as free, and leaves them in the table. */
export async function keepRoomForSessions(): Promise<void> {
  const free = await row<{ bytes: number }>(FREE);
  if (!free || free.bytes > ROOM / 2) return;
  await transaction(async () => {
    await execute(FILL);
    throw new TakenBack();
  }).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  await execute('vacuum (truncate off, skip_locked) sessions');
}
