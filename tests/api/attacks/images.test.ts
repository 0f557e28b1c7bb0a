/** Signatures and photos that are no pictures, or that are made to crash a server. */
import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, fakePng, make, signature } from '../../support/factories';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
const driver = network.client('driver');
let task: Task;

beforeAll(async () => {
  task = await make(await network.as('dispatcher'), delivery({ driver_id: network.ids.driver }));
  await driver.patch(`/api/tasks/${String(task.id)}`, { status: 'going' });
});

const SIGN = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

/** Builds a PNG with one bit per pixel whose header claims this size. */
function png(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const row = Math.ceil(width / 8) + 1;
  const lines = Buffer.alloc(row * rows, 0x55);
  // Each row begins with its filter byte, here 0 for none.
  for (let y = 0; y < rows; y += 1) lines[y * row] = 0;
  const pixels = deflateSync(lines, { level: 9 });
  return Buffer.concat([SIGN, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.split(',')[1] ?? '', 'base64');
const jpegUrl = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString('base64')}`;

/** Draws a real signature that can be encoded in any format. */
const drawn = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: '#fff' } }).composite([
    { input: { create: { width: 200, height: 3, channels: 3, background: '#000' } }, left: 90, top: 90 },
  ]);

const IMAGES: [what: string, image: () => Promise<string> | string][] = [
  ['an SVG', () => `data:image/svg+xml;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}`],
  ['an SVG that says it is a PNG', () => fakePng(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['HTML that says it is a PNG', () => fakePng(Buffer.from('<html><script>alert(1)</script>'))],
  [
    'HTML behind the mark of a PNG',
    () => fakePng(Buffer.concat([SIGN, Buffer.from('<script>alert(1)</script>')])),
  ],
  ['a script address', () => 'javascript:alert(1)'],
  ['an address of another host', () => 'https://evil.example/x.png'],
  ['an address of an internal one', () => 'http://169.254.169.254/latest/meta-data/'],
  ['a data URL with more behind', async () => `${await signature()}"><script>alert(1)</script>`],
  [
    'a PNG that is cut',
    async () =>
      fakePng(
        (
          await sharp(bytesOf(await signature()))
            .png()
            .toBuffer()
        ).subarray(0, 300),
      ),
  ],
  ['a JPEG that is cut', async () => jpegUrl(bytesOf(await signature()).subarray(0, 700))],
  ['65,000 × 65,000 in a header', () => fakePng(png(65_000, 65_000, 1))],
  ['400 million pixels in 50 kB', () => fakePng(png(20_000, 20_000))],
  ['2,147,483,647 wide', () => fakePng(png(2_147_483_647, 1, 0))],
  ['nothing', () => fakePng(Buffer.alloc(0))],
];

describe.each(IMAGES)('%s', (_what, image) => {
  test('is no signature: the task stays as it was', async () => {
    const path = `/api/tasks/${String(task.id)}`;
    const answer = await driver.patch(path, { status: 'completed', signature_image: await image() });
    expect(answer.status).toBe(422);
    expect((await driver.get(path)).body).toMatchObject({ status: 'going', signature_image: null });
  });

  test('is no photo', async () => {
    const path = `/api/tasks/${String(task.id)}/photos`;
    expect((await driver.post(path, { image: await image() })).status).toBe(422);
    expect((await driver.get(path)).body).toEqual([]);
  });
});

test.each([
  ['a WebP', async () => ({ mark: 'webp', image: await drawn().webp().toBuffer() })],
  ['a JPEG that says it is a PNG', async () => ({ mark: 'png', image: await drawn().jpeg().toBuffer() })],
  ['a PNG that says it is a JPEG', async () => ({ mark: 'jpeg', image: await drawn().png().toBuffer() })],
])('%s is no signature, though it is a picture', async (_what, make) => {
  const { mark, image } = await make();
  const path = `/api/tasks/${String(task.id)}`;
  const signature_image = `data:image/${mark};base64,${image.toString('base64')}`;
  const answer = await driver.patch(path, { status: 'completed', signature_image });
  expect([answer.status, answer.body.error]).toEqual([422, 'The signature image is not valid']);
  expect((await driver.get(path)).body).toMatchObject({ status: 'going', signature_image: null });
});

test('a bomb is not unpacked to see whether there is anything on it', async () => {
  const path = `/api/tasks/${String(task.id)}/photos`;
  const answer = await driver.post(path, { image: fakePng(png(20_000, 20_000)) });
  expect([answer.status, answer.body.error]).toEqual([422, 'The photo has more than 25 megapixels']);
});

/** Draws a line on a white sheet of this size. */
const sheet = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite([
    {
      input: { create: { width: width >> 1, height: 40, channels: 3, background: '#000' } },
      left: 90,
      top: 90,
    },
  ]);
const sheetUrl = async (width: number, height: number, progressive = false) =>
  fakePng(await sheet(width, height).png({ progressive }).toBuffer());

const INTERLACED = 'is an interlaced PNG of more than 2 megapixels. Send a JPEG';

test.each([
  ['of 25.2 megapixels', () => sheetUrl(5_040, 5_000), 'The photo has more than 25 megapixels'],
  ['interlaced, of 2.2', () => sheetUrl(1_500, 1_450, true), `The photo ${INTERLACED}`],
])('a photo %s is refused by its head, with a sentence', async (_what, image, sentence) => {
  const { status, body } = await driver.post(`/api/tasks/${String(task.id)}/photos`, {
    image: await image(),
  });
  expect([status, body.error, body.fields]).toEqual([422, sentence, { photos: [sentence] }]);
});

test.each([
  ['of 4.1 megapixels', () => sheetUrl(2_050, 2_000), 'The signature image has more than 4 megapixels'],
  ['interlaced, of 2.2', () => sheetUrl(1_500, 1_450, true), `The signature image ${INTERLACED}`],
])('a signature %s is refused by its head, with a sentence', async (_what, image, sentence) => {
  const signature_image = await image();
  const refused = [422, sentence, { signature_image: [sentence] }];
  const one = await driver.patch(`/api/tasks/${String(task.id)}`, { status: 'completed', signature_image });
  expect([one.status, one.body.error, one.body.fields]).toEqual(refused);
  const many = await driver.post('/api/tasks/batch/status', {
    taskIds: [task.id],
    status: 'completed',
    signature_image,
  });
  expect([many.status, many.body.error, many.body.fields]).toEqual(refused);
});

describe("for a task that is not the sender's, a picture is not looked at", () => {
  const broken = () => jpegUrl(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
  const someone = (id: number): [method: string, path: string, body: unknown][] => [
    ['POST', `/api/tasks/${String(id)}/photos`, { image: broken() }],
    ['PATCH', `/api/tasks/${String(id)}`, { status: 'completed', signature_image: broken() }],
    [
      'POST',
      '/api/tasks/batch/status',
      { taskIds: [task.id, id], status: 'completed', signature_image: broken() },
    ],
    ['POST', '/api/tasks/batch/status', { taskIds: [id], status: 'hold', photos: [broken()] }],
  ];
  test.each(['of nobody', "another driver's"])('%s', async (whose) => {
    const other = await make(await network.as('dispatcher'), delivery({ driver_id: network.ids.driver2 }));
    for (const [method, path, body] of someone(whose === 'of nobody' ? 999_999 : other.id)) {
      for (const key of [null, randomUUID()]) {
        const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
        const { status } = await driver.call(method, path, { body, headers });
        expect([path, status]).toEqual([path, 404]);
      }
    }
  });
});

test('a signature is kept without metadata, without the place, without what hangs on behind it', async () => {
  const dispatcher = await network.as('dispatcher');
  const taken = await drawn()
    .jpeg()
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '39/1 5/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer();
  expect((await sharp(taken).metadata()).exif).toBeDefined();
  const signature_image = jpegUrl(Buffer.concat([taken, Buffer.from('behind the picture')]));
  const png = await drawn()
    .png()
    .withExif({ IFD3: { GPSLatitude: '39/1 5/1 0/1' } })
    .toBuffer();
  for (const image of [signature_image, fakePng(Buffer.concat([png, Buffer.from('behind the picture')]))]) {
    const own = await make(dispatcher, delivery({ location: 'Own', driver_id: network.ids.driver2 }));
    const path = `/api/tasks/${String(own.id)}`;
    expect((await dispatcher.patch(path, { status: 'completed', signature_image: image })).status).toBe(200);
    const [kept] = await network.database.rows<{ image: Buffer; media_type: string }>(
      'select image, media_type from task_signatures where task_id = $1',
      [own.id],
    );
    const bytes = kept?.image ?? Buffer.alloc(0);
    expect(bytes.toString('latin1')).not.toContain('behind the picture');
    const { exif, icc, xmp, format, width, height } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, format, width, height }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      format: 'jpeg',
      width: 400,
      height: 200,
    });
    expect(kept?.media_type).toBe('image/jpeg');
  }
});

test('data behind a real photo is not kept', async () => {
  const photo = await sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .jpeg()
    .toBuffer();
  const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(document.domain)</script>')]);
  const path = `/api/tasks/${String(task.id)}/photos`;
  const added = await driver.post(path, { image: jpegUrl(polyglot) });
  expect(added.status).toBe(201);
  const kept = await driver.get<string>(`${path}/${String(added.body.id)}`);
  expect(kept.body).not.toContain('<script>');
});

test('a signature is served as the picture it is, and nothing in it runs', async () => {
  const path = `/api/tasks/${String(task.id)}`;
  const polyglot = Buffer.concat([bytesOf(await signature()), Buffer.from('<script>alert(1)</script>')]);
  const done = await driver.patch(path, { status: 'completed', signature_image: jpegUrl(polyglot) });
  expect(done.status).toBe(200);
  const { headers } = await driver.get(`${path}/signature`);
  expect(headers.get('content-type')).toBe('image/jpeg');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
});

test('a typed name is text in its picture, whatever it looks like', async () => {
  const dispatcher = await network.as('dispatcher');
  const own = await make(dispatcher, delivery({ driver_id: network.ids.driver, location: 'Typed' }));
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { status: 'completed' });
  await driver.patch(`/api/tasks/${String(own.id)}`, { status: 'going' });
  const done = await driver.post('/api/tasks/batch/status', {
    taskIds: [own.id],
    status: 'completed',
    typed_name: '</text><script>alert(1)</script><image href="http://evil.example/x"/>&xxe;',
  });
  expect(done.status).toBe(200);
  const { body, headers } = await driver.get<string>(`/api/tasks/${String(own.id)}/signature`);
  expect(headers.get('content-security-policy')).toContain('sandbox');
  expect(body).not.toMatch(/<script|<image|&xxe/);
});
