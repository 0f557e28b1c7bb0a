/** Bodies that try to fill the memory, keep the processor busy, or come back many times as large. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { client, type Client } from '../../support/client';
import { pickup } from '../../support/factories';
import { useNetwork } from '../../support/use-network';
import { talk, type RawConversation } from '../../support/raw';

const KB = 1_024;
const MB = 1_024 * KB;
/** At most this much of a form may come back; the page around it is smaller than that again. */
const LONGEST_ANSWER = 128 * KB;

const network = useNetwork({ NODE_OPTIONS: '--max-old-space-size=512' });
const driver = network.client('driver');
const dispatcher = network.client('dispatcher');
let visitor: Client;
let host: string;

beforeAll(() => {
  // The heap is as small as in small containers.
  visitor = client(network.app.origin);
  ({ host } = new URL(network.app.origin));
});

type Field = [name: string, value: string, filename?: string];

const BOUNDARY = 'the-boundary';
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, accept: 'text/html' };
const form = (...fields: Field[]) =>
  fields
    .map(([name, value, filename]) => {
      const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: image/jpeg`;
      return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    })
    .join('') + `--${BOUNDARY}--\r\n`;

const SIGN = '/driver/stops/1/sign';
const FAIL = '/driver/stops/1/fail';

describe('without a session', () => {
  test.each([
    ['a text of 19 MiB that is none of the form', form(['note', '‹'.repeat((19 * MB) / 3)]), 413],
    ['a drawing of 19 MiB', form(['signature_image', '‹'.repeat((19 * MB) / 3)]), 401],
    ['18 MB of half boundaries', form(['photos', '\r\n-'.repeat(6 * MB), 'a.jpg']), 401],
    ['19 MiB that is no form', '\r\n-'.repeat(6 * MB), 413],
  ])('%s is not read, and does not come back', async (_what, body, status) => {
    const answer = await visitor.post<string>(SIGN, body, MULTIPART);
    expect(answer.status).toBe(status);
    expect(answer.body.length).toBeLessThan(LONGEST_ANSWER);
    expect((await visitor.get('/healthz')).status).toBe(200);
  });

  test('a large body is answered before it has come', async () => {
    const conversation = talk(network.app.origin);
    conversation.send(
      `${[
        `POST ${SIGN} HTTP/1.1`,
        `Host: ${host}`,
        `Content-Type: ${MULTIPART['content-type']}`,
        `Content-Length: ${String(19 * MB)}`,
      ].join('\r\n')}\r\n\r\n${form(['photos', 'x'.repeat(70 * KB), 'a.jpg'])}`,
    );
    expect(await conversation.until('signedOut')).toMatch(/^HTTP\/1.1 401 /);
    conversation.close();
  });

  test('the text of a form with photos is kept until after signing in', async () => {
    const body = form(
      ['taskIds', '12'],
      ['typed_name', 'Pat "Parts" O’Neil'],
      ['photos', 'x'.repeat(300 * KB), 'a.jpg'],
      ['intent', 'completeStop'],
    );
    const answer = await visitor.post<string>(SIGN, body, MULTIPART);
    expect(answer.status).toBe(401);
    expect(answer.body).toContain('Pat \\&quot;Parts\\&quot; O’Neil');
    expect(answer.body).not.toContain('xxxxxxxxxx');
  });

  test('typed text comes back as long as its length is usual', async () => {
    const answer = await visitor.post<string>(
      '/settings?index',
      form(['notes', 'n'.repeat(15 * KB)], ['name', '"'.repeat(30 * KB)]),
      MULTIPART,
    );
    expect(answer.status).toBe(401);
    expect(answer.body).toContain('n'.repeat(15 * KB));
    expect(answer.body.length).toBeLessThan(LONGEST_ANSWER);
  });

  test('a call with photos is asked to sign in, as any other', async () => {
    const photos = [`data:image/jpeg;base64,${'A'.repeat(200 * KB)}`];
    const answer = await visitor.post('/api/tasks/batch/status', { taskIds: [1], status: 'hold', photos });
    expect([answer.status, answer.body]).toEqual([401, { error: 'Authentication required' }]);
  });

  test.each(['/auth', '/settings?index', '/accounts/new', '/dispatcher/tasks/new'])(
    '60 kB of quotes do not come back as much more: %s',
    async (path) => {
      const text = '"'.repeat(20 * KB);
      const body = form(['intent', 'signIn'], ['username', text], ['draft', text], ['redirectTo', text]);
      const answer = await visitor.post<string>(path, body, MULTIPART);
      expect(answer.body.length).toBeLessThan(LONGEST_ANSWER);
    },
  );
});

describe('with a session', () => {
  test.each<[string, string, Field[], number]>([
    ['a note of 4 MB', FAIL, [['note', 'n'.repeat(4 * MB)]], 413],
    ['a note of 65 kB', FAIL, [['note', 'n'.repeat(65 * KB)]], 413],
    ['a drawing of 401 kB', SIGN, [['signature_image', 'n'.repeat(401 * KB)]], 413],
    ['a drawing where nobody signs', FAIL, [['signature_image', 'n'.repeat(70 * KB)]], 413],
    ['a file that nobody asked for', FAIL, [['note', 'n'.repeat(65 * KB), 'a.jpg']], 413],
    [
      'many texts of 10 kB',
      FAIL,
      Array.from({ length: 50 }, (): Field => ['note', 'n'.repeat(10 * KB)]),
      413,
    ],
    ['18 MB of half boundaries', FAIL, [['photos', '\r\n-'.repeat(6 * MB), 'a.jpg']], 422],
    ['a drawing that may be that long', SIGN, [['signature_image', 'n'.repeat(390 * KB)]], 422],
    ['60 kB of quotes', FAIL, [['note', '"'.repeat(60 * KB)]], 422],
  ])('%s: refused in a few words', async (_what, path, fields, status) => {
    const intent = path === FAIL ? 'failStop' : 'completeStop';
    const body = form(['intent', intent], ['taskIds', '1'], ['reason', 'other'], ...fields);
    const answer = await driver.post<string>(`${path}.data`, body, MULTIPART);
    expect(answer.status).toBe(status);
    expect(answer.body.length).toBeLessThan(LONGEST_ANSWER);
  });

  test('names that a call does not know are not all repeated', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [`unknown-field-${String(i)}`, 1]),
    );
    for (const body of [{ ['x'.repeat(1_000 * KB)]: 1 }, many]) {
      const answer = await driver.post('/api/tasks/batch/status', body);
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body).length).toBeLessThan(64 * KB);
    }
  });

  test('a person with many bodies that never end may send no more, and everybody else may', async () => {
    const upload = (body: number) =>
      [
        `POST ${FAIL} HTTP/1.1`,
        `Host: ${host}`,
        `Cookie: ${driver.cookie()}`,
        `Content-Type: ${MULTIPART['content-type']}`,
        `Content-Length: ${String(19 * MB)}`,
        `\r\n${'x'.repeat(body)}`,
      ].join('\r\n');
    const open: RawConversation[] = [];
    const another = (body: number) => {
      const conversation = talk(network.app.origin);
      conversation.send(upload(body));
      open.push(conversation);
      return conversation;
    };
    another(18 * MB);
    const refused = await Promise.race([another(18 * MB), another(18 * MB)].map((each) => each.until('}')));
    expect(refused).toMatch(/^HTTP\/1.1 503 /);
    expect(refused).toMatch(/^retry-after: \d/im);
    expect((await dispatcher.post('/api/tasks', pickup())).status).toBe(201);
    const photo = form(['intent', 'failStop'], ['reason', 'other'], ['photos', 'x'.repeat(3 * MB), 'a.jpg']);
    expect((await dispatcher.post(FAIL, photo, MULTIPART)).status).toBe(403);
    for (const each of open) each.close();
    // The memory of the closed requests can be used again.
    await vi.waitFor(async () => {
      expect(
        (await driver.post(FAIL, form(['photos', 'x'.repeat(19 * MB), 'a.jpg']), MULTIPART)).status,
      ).toBe(400);
    });
  });
});
