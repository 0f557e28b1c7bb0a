/** The description of the API beside its schemas: examples, limits of lists, names that go. */
import { beforeAll, expect, test } from 'vitest';
import examples from '~/http/openapi/examples.json';
import { answerIn, type Document, parametersIn } from '~/http/openapi/document';
import { client } from '../support/client';
import { judge } from '../support/contract/judge';
import { delivery, make } from '../support/factories';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
let document: Document;
beforeAll(async () => {
  document = (await client(network.app.origin).get<Document>('/api/openapi.json')).body;
});

type Example = { request?: Record<string, unknown>; answer: unknown };
const exampleOf = (call: string) => (examples as Record<string, Example>)[call] ?? { answer: undefined };

/** Names where the shapes of two values differ. An empty value fits any, as it may have nothing to show. */
function differences(a: unknown, b: unknown, at = ''): string[] {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  if (isEmpty(a) || isEmpty(b)) return [];
  if (Array.isArray(a) && Array.isArray(b)) return differences(a[0], b[0], `${at}[]`);
  if (typeof a !== 'object' || typeof b !== 'object' || Array.isArray(a) !== Array.isArray(b))
    return typeof a === typeof b ? [] : [at];
  const [left, right] = [a, b] as Record<string, unknown>[];
  const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  return [...names].flatMap((name) =>
    left && right && name in left && name in right
      ? differences(left[name], right[name], `${at}.${name}`)
      : [`${at}.${name}`],
  );
}

test('the examples are what these calls take and answer', async () => {
  const { driver } = network.ids;
  const account = await make(dispatcher, delivery({ driver_id: driver }));
  const task = await make(dispatcher, delivery({ driver_id: driver, invoice_number: 'INV-1048' }));
  const other = await make(dispatcher, delivery({ driver_id: driver }));
  expect(account.id).not.toBe(task.id);
  const another = (await dispatcher.get<{ id: number }[]>('/api/drivers')).body.find(
    ({ id }) => id !== driver,
  )?.id;
  const ids: Record<string, unknown> = { taskId: task.id, driverId: driver, reference: 'SO-1', accountId: 0 };
  /** Ids of this network in the places of those of the examples. */
  const inPlace: Record<string, Record<string, unknown>> = {
    'POST /api/login': { username: 'dispatcher' },
    'POST /api/tasks': { driver_id: driver },
    'POST /api/tasks/{taskId}/assign': { driver_id: another, expected_driver_id: driver },
    'POST /api/tasks/batch/move': { taskIds: [task.id], driver_id: driver },
    'PUT /api/tasks/reorder/{driverId}': { taskIds: [other.id, task.id] },
    'POST /api/tasks/batch/status': { taskIds: [task.id] },
  };
  const queries: Record<string, string> = {
    'GET /api/users': '?role=driver',
    'GET /api/tasks': '?limit=1',
    'GET /api/accounts': '?limit=1',
    'GET /api/tasks/find': '?q=INV-1048',
  };
  for (const call of Object.keys(examples)) {
    const [method = '', template = ''] = call.split(' ');
    const { request, answer } = exampleOf(call);
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
    const body = request && { ...request, ...inPlace[call] };
    const caller = call === 'POST /api/login' ? client(network.app.origin) : dispatcher;
    const received = await caller.call(method, `${path}${queries[call] ?? ''}`, { body });
    expect([call, received.status < 300 ? [] : received.body]).toEqual([call, []]);
    if (call === 'POST /api/accounts') ids.accountId = (received.body as { id: number }).id;
    expect([call, differences(answer, received.body)]).toEqual([call, []]);

    const text = JSON.stringify(answer);
    const headers = new Headers({ 'content-type': 'application/json' });
    const planned = { template, method, actor: 'admin' } as Parameters<ReturnType<typeof judge>>[0];
    expect([call, judge(document)(planned, { status: received.status, headers, text })]).toEqual([
      call,
      null,
    ]);
    const described = document.paths[template]?.[method.toLowerCase()];
    const shown = described?.responses[String(received.status)];
    expect(shown && answerIn(document, shown).content?.['application/json']?.example).toEqual(answer);
    expect(described?.requestBody?.content['application/json']?.example).toEqual(request);
  }
  expect(Object.keys(examples)).toHaveLength(20);
});

test('every list takes limit, and answers its first entries', async () => {
  const lists = Object.entries(document.paths).filter(([, { get }]) => {
    const schema =
      get?.responses['200'] && answerIn(document, get.responses['200']).content?.['application/json'];
    return schema?.schema.type === 'array';
  });
  expect(lists.length).toBeGreaterThan(30);
  for (const [path, { get }] of lists)
    expect([path, get && parametersIn(document, get).some(({ name }) => name === 'limit')]).toEqual([
      path,
      true,
    ]);
  const all = (await dispatcher.get<{ id: number }[]>('/api/drivers')).body;
  expect(all.length).toBeGreaterThan(1);
  const first = await dispatcher.get<{ id: number }[]>('/api/drivers?limit=1');
  expect(first.body).toEqual(all.slice(0, 1));
  expect((await dispatcher.get('/api/drivers?limit=0')).status).toBe(422);
  expect((await dispatcher.get('/api/drivers?limit=1001')).body).toMatchObject({
    fields: { limit: ['limit must be at most 1,000'] },
  });
});

test('a request with a field that goes is told so in headers', async () => {
  const send = (more: object) =>
    dispatcher.post('/api/tasks', { type: 'pickup', location: 'Ford', part_numbers: 'A', ...more });
  const now = await send({ account_id: null });
  expect([now.status, now.headers.get('deprecation'), now.headers.get('sunset')]).toEqual([201, null, null]);
  const former = await send({ destination_account_id: null });
  expect(former.status).toBe(201);
  expect(former.headers.get('deprecation')).toMatch(/^@\d{10}$/);
  const sunset = Date.parse(former.headers.get('sunset') ?? '');
  expect(sunset).toBeGreaterThan(Number(former.headers.get('deprecation')?.slice(1)) * 1_000);
  const { post } = document.paths['/api/tasks'] ?? {};
  const schema = post?.requestBody?.content['application/json']?.schema.properties;
  expect(schema?.destination_account_id).toMatchObject({ deprecated: true });
  const created = post?.responses['201'];
  expect(created && answerIn(document, created).headers).toHaveProperty('Sunset');
});
