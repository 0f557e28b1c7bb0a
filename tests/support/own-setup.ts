/** Starts Debian's PostgreSQL instead of the embedded one, with a migrated template that every test file clones. */
import { migrate } from '../../db/migrate';
import { TEMPLATE } from './database';
import { connectTo, findPostgres, startPostgres } from './own-postgres';
import { withDatabase } from './global-setup';

export async function setup(): Promise<() => Promise<void>> {
  const programs = findPostgres();
  if (!programs) throw new Error("Debian's postgresql is not installed");
  const server = await startPostgres(programs, {
    folder: process.env.TEST_DATA_DIR,
    // Most servers sort names as their language does. The embedded one sorts by letters' numbers.
    initdb: ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'],
    // Many applications run at the same time, with up to eleven connections each.
    settings: { max_connections: '400' },
  });
  const admin = await connectTo(server.adminUrl);
  await admin.query(`alter role ${server.role} createdb`);
  await admin.query(`create database ${TEMPLATE} owner ${server.role}`);
  await admin.end();
  process.env.TEST_DATABASE_URL = server.url;
  await migrate(withDatabase(server.url, TEMPLATE));
  return () => server.stop();
}
