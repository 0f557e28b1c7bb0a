/** Plants the demo network into an empty database: five dealerships, eight drivers, a day in full swing, two weeks of history. */
import { hash } from '@node-rs/argon2';
import { execute, row, rows, transaction } from 'db/connection';
import { plantArchive } from './archive';
import { DEMO_PASSWORD, DRIVERS, STAFF } from './people';
import { ACCOUNTS, DEALERSHIPS } from './places';
import { drawSignatures } from './signatures';
import { plantToday } from './today';

const LOCK = 7_206_113;

export type DemoNetwork = { dispatcherId: number; driverIds: number[]; accountIds: Map<string, number> };

/** @returns whether it planted: not where there is a user already. */
export async function seedDemo(timeZone: string): Promise<boolean> {
  if (await row('select id from users limit 1')) return false;
  const passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const signatures = await drawSignatures();
  return transaction(async () => {
    // Two instances may start at once.
    await execute('select pg_advisory_xact_lock($lock)', { lock: LOCK });
    if (await row('select id from users limit 1')) return false;
    const network = { ...(await plantPeople(passwordHash)), accountIds: await plantPlaces() };
    await plantToday(network, signatures);
    await plantArchive(network, signatures, timeZone);
    return true;
  });
}

async function plantPeople(passwordHash: string): Promise<Omit<DemoNetwork, 'accountIds'>> {
  const people = await rows<{ id: number; username: string }>(
    `insert into users (username, password_hash, name, roles, dealerships, phone)
     select username, $passwordHash, name, roles, dealerships, phone
     from jsonb_to_recordset($people::jsonb) as p(username text, name text, roles text[], dealerships text[], phone text)
     returning id, username`,
    { passwordHash, people: JSON.stringify([...STAFF, ...DRIVERS]) },
  );
  const idOf = (username: string) => people.find((person) => person.username === username)?.id ?? 0;
  const driverIds = DRIVERS.map(({ username }) => idOf(username));
  await execute('insert into task_lists (owner_id) select unnest($driverIds::integer[])', { driverIds });
  return { dispatcherId: idOf('dispatcher'), driverIds };
}

async function plantPlaces(): Promise<Map<string, number>> {
  await execute(
    `insert into dealership_locations (name, fullname, address, city, state, zip_code, latitude, longitude)
     select p->>0, p->>1, p->>2, p->>3, p->>4, p->>5, (p->>6)::numeric, (p->>7)::numeric
     from jsonb_array_elements($places::jsonb) as p`,
    { places: JSON.stringify(DEALERSHIPS) },
  );
  const accounts = await rows<{ id: number; name: string }>(
    `insert into accounts (name, phone, account_type)
     select name, phone, type from jsonb_to_recordset($accounts::jsonb) as a(name text, phone text, type text)
     returning id, name`,
    { accounts: JSON.stringify(ACCOUNTS) },
  );
  const ids = new Map(accounts.map(({ id, name }) => [name, id]));
  const addresses = ACCOUNTS.flatMap((account) =>
    account.addresses.map((address, i) => [ids.get(account.name), i === 0, ...address]),
  );
  await execute(
    `insert into account_addresses (account_id, is_default, name, address, city, state, zip_code, latitude, longitude)
     select (a->>0)::integer, (a->>1)::boolean, a->>2, a->>3, a->>4, a->>5, a->>6, (a->>7)::numeric, (a->>8)::numeric
     from jsonb_array_elements($addresses::jsonb) as a`,
    { addresses: JSON.stringify(addresses) },
  );
  return ids;
}
