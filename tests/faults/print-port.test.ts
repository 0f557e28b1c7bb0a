/** The connection to the database is cut while other systems print. */
import { expect, test, vi } from 'vitest';
import { client } from '../support/client';
import { printTo } from '../support/printing';
import { addPeople, sessionOf } from '../support/people';
import { install } from './installation';
import { slowed } from '../support/slowness';

const [HOST, PORT] = ['127.0.0.75', 9106];
const WAIT = { timeout: 60_000, interval: 100 };

test('while the database is away, printing is refused; a document that was being received is stored afterwards', async () => {
  const installation = await install({
    env: { INTAKE_PRINT_PORT: String(PORT), INTAKE_PRINT_HOST: HOST, LOG_LEVEL: 'silent' },
  });
  const print = (bytes: Buffer) => printTo(bytes, { host: HOST, port: PORT });
  const outcomeOf = async (bytes: Buffer) => (await print(bytes)).outcome;
  const nothing = Buffer.alloc(0);
  try {
    const { database, wire } = installation;
    await addPeople(database.url, [{ username: 'admin', name: 'Ada', roles: ['admin'] }]);
    const admin = client(installation.origin, await sessionOf(database, 'admin'));
    await admin.post('/api/intake/sources', {
      name: 'Printing',
      on: true,
      settings: { kind: 'port', senders: ['127.0.0.1'] },
    });
    const becomes = (outcome: string) =>
      vi.waitFor(async () => {
        expect(await outcomeOf(nothing)).toBe(outcome);
      }, WAIT);
    await becomes('closed');
    wire.cut();
    const sent = await print(Buffer.from('INVOICE 1'));
    expect(sent.outcome).toBe('reset');
    expect(sent.ms).toBeLessThan(slowed(1_500));
    await becomes('refused');
    wire.mend();
    await becomes('closed');
    await vi.waitFor(async () => {
      expect(await database.rows('select id from intake_documents')).toHaveLength(1);
    }, WAIT);
    expect(await outcomeOf(Buffer.from('INVOICE 1'))).toBe('closed');
    expect(await database.rows('select id from intake_documents')).toHaveLength(1);
  } finally {
    await installation.close();
  }
});
