import http from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { delivery, make, pickup } from '../support/factories';
import { BUSINESSES } from '../support/kansas-city';
import { addAccount } from '../support/rows';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');

/** Loads the page as a phone does at first. All bytes on the line count. */
function firstAnswer(path: string, cookie: string): Promise<{ bytes: number; html: string }> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'gzip, deflate, br', connection: 'close' };
    const request = http.get(network.app.origin + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        expect(response.headers['content-encoding']).toBe('br');
        const html = brotliDecompressSync(Buffer.concat(chunks)).toString();
        resolve({ bytes: request.socket?.bytesRead ?? Infinity, html });
      });
    });
    request.on('error', reject);
  });
}

const withoutScripts = (html: string) => html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '');

test('the first page with 60 stops is under 30 kB on the line, and can be read and used as it is', async () => {
  const driver_id = network.ids.driver;
  const sixty = BUSINESSES.slice(0, 60);
  for (const [i, { name, address, city, state, zip }] of sixty.entries()) {
    const stop = { driver_id, location: name, address: `${address}, ${city}, ${state} ${zip}` };
    const notes =
      i % 3 === 0 ? `Ring at door ${String(i * 7 + 3)}, ask for the parts counter, leave at ${name}` : '';
    await make(
      dispatcher,
      i % 2 === 0
        ? delivery({ ...stop, notes, invoice_number: `INV-${String(48_211 + i * 137)}` })
        : pickup({
            ...stop,
            notes,
            part_numbers: `${String(84_100_017 + i * 9_176)}, ${String(23_500_311 + i * 761)}`,
          }),
    );
  }
  const driver = await network.as('driver');
  const { bytes, html } = await firstAnswer('/driver', driver.cookie());
  expect(bytes).toBeLessThan(30_000);
  const text = withoutScripts(html).replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
  expect(sixty).toHaveLength(60);
  for (const { name, address } of sixty) {
    expect(text).toContain(name);
    expect(text).toContain(address);
  }
  expect(text.match(/value="going"/g)).toHaveLength(60);
});

test('the phone of a stop: of the account at this place, and of nobody when that is not certain', async () => {
  const place = '4210 Rainbow Blvd, Kansas City, KS 66103';
  const account = (name: string, phone: string, street?: string) =>
    addAccount(network.database, name, {
      phone,
      places: street ? [{ address: street, city: 'Kansas City', zip_code: '66103' }] : [],
    });
  await account('Only One', '816-555-0111 x12');
  await account('Two Places', '816-555-0121');
  await account('Two Places', '913-555-0122', '4210 Rainbow Blvd.');
  await account('Same Name', '816-555-0131');
  await account('Same Name', '816-555-0132');
  for (const location of ['only one', 'Two Places', 'Same Name', 'Nobody Knows'])
    await make(dispatcher, delivery({ driver_id: network.ids.driver2, location, address: place }));
  const driver = await network.as('driver2');
  const html = withoutScripts((await driver.get<string>('/driver')).body);
  expect(html.match(/tel:[^"]+/g)).toEqual(['tel:8165550111,12', 'tel:9135550122']);
  expect(html).toContain(
    'https://www.google.com/maps/dir/?api=1&amp;destination=4210+Rainbow+Blvd%2C+Kansas+City%2C+KS+66103',
  );
});

test('a place spelled twice is one stop: planned together, and under way together', async () => {
  const { driver3 } = network.ids;
  await network.database.rows('delete from tasks where driver_id = $1', [driver3]);
  const place = '6300 Brookside Plaza, Kansas City, MO 64113';
  const again = '6300  BROOKSIDE plaza,Kansas City, MO 64113-1001';
  const first = await make(
    dispatcher,
    delivery({ driver_id: driver3, location: 'Brookside Auto', address: place }),
  );
  const other = await make(
    dispatcher,
    delivery({ driver_id: driver3, location: 'Elsewhere', address: '1 Main St' }),
  );
  const second = await make(
    dispatcher,
    delivery({ driver_id: driver3, location: 'BROOKSIDE  auto', address: again }),
  );
  const { body } = await dispatcher.post<{ stops: { taskIds: number[] }[] }>(
    `/api/route-optimization/optimize/${String(driver3)}`,
    {},
  );
  expect(body.stops).toHaveLength(2);
  const phone = await network.as('driver3');
  const taskIds = [first.id, second.id];
  expect((await phone.post('/api/tasks/batch/status', { taskIds, status: 'going' })).status).toBe(200);
  expect(await phone.post('/api/tasks/batch/status', { taskIds: [other.id], status: 'going' })).toMatchObject(
    {
      status: 409,
      body: { error: 'Another stop is already under way' },
    },
  );
});
