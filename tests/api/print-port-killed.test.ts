/** Three instances of a machine share the port for printers, and are killed while documents come. */
import { expect, test, vi } from 'vitest';
import type { App } from '../support/app';
import { holdLocks } from '../support/database';
import { endLeases } from '../support/jobs';
import { type Network, startNetwork } from '../support/network';
import { keepSending, printTo, startPrinter } from '../support/printing';

const PORT = 9108;
const HOST = '127.0.0.78';
const PRINTER = '127.0.0.79';
const ENV = {
  INTAKE_PRINT_PORT: String(PORT),
  INTAKE_PRINT_HOST: HOST,
  INTAKE_PRINT_RETRY_SECONDS: '0.01',
  // Senders that never end must not seem to have ended.
  INTAKE_PRINT_IDLE_SECONDS: '60',
  LOG_LEVEL: 'info',
};
const WAIT = { interval: 100 };
const KILLS = 3;

const print = (bytes: Buffer) => printTo(bytes, { host: HOST, port: PORT });
const invoice = (number: number) => Buffer.from(`INVOICE ${String(number)}\r\n\f`);
/** Sends until it is acknowledged, as a spooler does. */
const printUntilTaken = (bytes: Buffer) =>
  vi.waitFor(async () => {
    expect((await print(bytes)).outcome).toBe('closed');
  }, WAIT);

const holds = (app: App) => app.output().includes('this instance has the port for printers');
const stored = async ({ database }: Network) =>
  (
    await database.rows<{ text: string }>(
      "select convert_from(bytes, 'UTF8') as text from intake_contents order by document_id",
    )
  ).map(({ text }) => text);

test('another instance takes the port over; what was acknowledged is stored once, and printed', async () => {
  const network = await startNetwork(ENV);
  const printer = await startPrinter(PRINTER);
  try {
    const apps = [network.app, await network.another(), await network.another()];
    const admin = (await network.as('admin')).through(apps[2]?.origin ?? '');
    await admin.post('/api/intake/sources', {
      name: 'Printing',
      on: true,
      settings: { kind: 'port', senders: ['127.0.0.1'], forward: PRINTER },
    });
    let number = 0;
    const taken: string[] = [];
    const take = async () => {
      number += 1;
      await printUntilTaken(invoice(number));
      taken.push(invoice(number).toString());
    };
    await take();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const alive = apps.filter((app) => !app.hasEnded());
      expect(alive.filter(holds)).toHaveLength(1);
      // The bytes are there, and the commit waits.
      const release = await holdLocks(network.database.url, 'lock table intake_contents in exclusive mode');
      const sending = print(invoice(number + 1));
      await vi.waitFor(async () => {
        const waiting = await network.database.rows(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%intake_contents%'",
        );
        expect(waiting).not.toEqual([]);
      }, WAIT);
      await alive.find(holds)?.kill();
      await sending;
      await release();
      await endLeases(network.database);
      if (kill === KILLS) break;
      // The kernel closes the connections of a killed process, so a person may have to print the document again.
      await take();
      await take();
    }
    expect(await stored(network)).toEqual(taken);
    expect(taken).toHaveLength(1 + 2 * (KILLS - 1));
  } finally {
    await printer.close();
    await network.close();
  }
});

test('copies that are under way when an instance is killed are printed by another one, in order', async () => {
  const network = await startNetwork(ENV);
  try {
    await network.another();
    const admin = await network.as('admin');
    await admin.post('/api/intake/sources', {
      name: 'Printing',
      on: true,
      settings: { kind: 'port', senders: ['127.0.0.1'], forward: PRINTER },
    });
    const sent = Array.from({ length: 6 }, (_, index) => invoice(index));
    for (const bytes of sent) await printUntilTaken(bytes);
    await network.app.kill();
    await endLeases(network.database);
    const printer = await startPrinter(PRINTER);
    try {
      await vi.waitFor(() => {
        expect(printer.printed).toHaveLength(sent.length);
      }, WAIT);
      expect(printer.printed).toEqual(sent);
    } finally {
      await printer.close();
    }
  } finally {
    await network.close();
  }
});

/** Two instances, and a source whose port the first of the answer has. */
async function startTwo(): Promise<{ network: Network; holding: App; next: App; sourceId: number }> {
  const network = await startNetwork(ENV);
  const apps = [network.app, await network.another()];
  const admin = await network.as('admin');
  const { body } = await admin.post<{ id: number }>('/api/intake/sources', {
    name: 'Printing',
    on: true,
    settings: { kind: 'port', senders: ['127.0.0.1'] },
  });
  await printUntilTaken(Buffer.alloc(0));
  const [holding = network.app, next = network.app] = [...apps].sort((app) => (holds(app) ? -1 : 1));
  return { network, holding, next, sourceId: body.id };
}

const WAITED = `
  select (value -> 'waited' -> $1 -> 'count')::integer as count from settings where name = 'print-port'`;

test('an instance that is stopped reads what waits before it ends', async () => {
  const { network, holding, next, sourceId } = await startTwo();
  try {
    const busy = Array.from({ length: 8 }, () => keepSending({ host: HOST, port: PORT, from: '127.0.0.1' }));
    await Promise.all(busy.map(({ settled }) => settled));
    const sent = Array.from({ length: 20 }, (_, index) => invoice(index));
    const waiting = Promise.all(sent.map(print));
    await vi.waitFor(async () => {
      const [found] = await network.database.rows<{ count: number | null }>(WAITED, [String(sourceId)]);
      expect(found?.count).toBe(sent.length);
    }, WAIT);
    const stopping = holding.stop();
    // While the port is open, a stranger is reset.
    await vi.waitFor(async () => {
      const stranger = await printTo(Buffer.alloc(0), { host: HOST, port: PORT, from: '127.0.0.3' });
      expect(stranger.outcome === 'refused' || holds(next)).toBe(true);
    }, WAIT);
    for (const { stop } of busy) stop();
    expect(new Set((await waiting).map(({ outcome }) => outcome))).toEqual(new Set(['closed']));
    await stopping;
    expect((await stored(network)).sort()).toEqual(sent.map(String).sort());
  } finally {
    await network.close();
  }
});

test('of 200 documents that are sent while an instance is stopped each one is stored once', async () => {
  const { network, holding } = await startTwo();
  try {
    const sent = Array.from({ length: 200 }, (_, index) => invoice(index));
    const printing = Promise.all(sent.map(printUntilTaken));
    await vi.waitFor(async () => {
      expect((await stored(network)).length).toBeGreaterThan(0);
    }, WAIT);
    await holding.stop();
    await printing;
    expect((await stored(network)).sort()).toEqual(sent.map(String).sort());
  } finally {
    await network.close();
  }
});
