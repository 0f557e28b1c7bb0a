/** Instances are killed while documents come and are read: none is lost, and none becomes two tasks. */
import { expect, test, vi } from 'vitest';
import type { Client } from '../support/client';
import { endLeases } from '../support/jobs';
import { type Network, startNetwork } from '../support/network';
import { addAccount } from '../support/rows';
import { addTickets, TICKETS } from '../support/tickets';

const WAIT = { interval: 200 };
const KILLS = 4;

/** Stores a layout and the customers as if they had been taught. @returns the source. */
async function prepare({ database, ids }: Network): Promise<number> {
  const { sourceId } = await addTickets(database, ids.admin);
  const place = { name: 'Dock', address: '1 Main St', city: '', state: '', zip_code: '' };
  const account = await addAccount(database, 'All', { places: [place] });
  for (const { truth: of } of TICKETS)
    await database.rows(
      'insert into intake_customers (source_id, number, account_id, name, address) values ($1, $2, $3, $4, $5) on conflict do nothing',
      [sourceId, of.cust, account, of.name, `${of.addr}, ${of.city}`],
    );
  return sourceId;
}

/** Sends until it is acknowledged, as a system does that gets no answer. */
async function send(by: Client, origins: () => string, sourceId: number, bytes: Buffer): Promise<void> {
  await vi.waitFor(async () => {
    const { status } = await by
      .through(origins())
      .post(`/api/intake/sources/${String(sourceId)}/documents`, { document: bytes.toString('base64') });
    expect([200, 201]).toContain(status);
  }, WAIT);
}

const ORDERS_IN_A_JOB = 5;
const jobs = Array.from({ length: Math.floor(TICKETS.length / ORDERS_IN_A_JOB) }, (_, index) =>
  TICKETS.slice(index * ORDERS_IN_A_JOB, (index + 1) * ORDERS_IN_A_JOB),
);

test.each([
  ['documents', TICKETS.map((ticket) => [ticket])],
  ['print jobs of several orders', jobs],
])(
  '%s that were acknowledged become one task of each order, whatever is killed meanwhile',
  async (_, all) => {
    const network = await startNetwork();
    const orders = all.flat();
    try {
      const admin = await network.as('admin');
      const sourceId = await prepare(network);
      let app = network.app;
      const sending = (async () => {
        for (const parts of all)
          await send(admin, () => app.origin, sourceId, Buffer.concat(parts.map(({ bytes }) => bytes)));
      })();
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const made = (orders.length / (KILLS + 2)) * kill;
        await vi.waitFor(async () => {
          expect(await countOf(network, "state = 'made'")).toBeGreaterThanOrEqual(made / 2);
        }, WAIT);
        const next = await network.another();
        const killed = app;
        app = next;
        await killed.kill();
        await endLeases(network.database);
      }
      await sending;
      await vi.waitFor(async () => {
        expect(await countOf(network, "state in ('made', 'waiting')")).toBe(orders.length);
      }, WAIT);
      const tasks = await network.database.rows<{ count: number; numbers: number }>(
        'select count(*)::integer as count, count(distinct external_ref)::integer as numbers from tasks where external_ref is not null',
        [],
      );
      const documents = await network.database.rows<{ reference: string }>(
        'select reference from intake_documents order by reference',
        [],
      );
      expect(documents.map(({ reference }) => reference)).toEqual(
        orders.map(({ truth }) => truth.ref).sort(),
      );
      const made = await countOf(network, "state = 'made'");
      expect(made).toBeGreaterThan(orders.length / 2);
      expect(tasks).toEqual([{ count: made, numbers: made }]);
    } finally {
      await network.close();
    }
  },
);

const countOf = async ({ database }: Network, where: string): Promise<number> =>
  (
    await database.rows<{ n: number }>(
      `select count(*)::integer as n from intake_documents where ${where}`,
      [],
    )
  )[0]?.n ?? 0;
