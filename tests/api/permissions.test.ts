/** Tests every line of the table of permissions: without a session, with each role, and with two roles. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CALLS, MAKERS, type Call, type Role, type World } from '../support/calls';
import { client, type Client } from '../support/client';
import { operationsOf } from '../support/contract/requests';
import { ROLES } from '~/domain/kernel/actor';
import type { Document } from '~/http/openapi/document';
import { useNetwork } from '../support/use-network';
import { addPeople } from '../support/people';
import { API_PATHS } from '../support/routes';

const network = useNetwork();
let people: Record<Role | 'driverAndDispatcher', Client>;
let world: Omit<World, 'ids'>;

beforeAll(async () => {
  const more = await addPeople(network.database.url, [
    { username: 'both', name: 'Bo Both', roles: ['driver', 'dispatcher'] },
    { username: 'visitor', name: 'Vic Visitor', roles: ['driver'] },
  ]);
  Object.assign(network.ids, more);
  const [driver, dispatcher, admin, driverAndDispatcher] = await Promise.all(
    ['driver', 'dispatcher', 'admin', 'both'].map((username) => network.as(username)),
  );
  if (!driver || !dispatcher || !admin || !driverAndDispatcher) throw new Error('Somebody is missing');
  people = { driver, dispatcher, admin, driverAndDispatcher };
  world = {
    dispatcher,
    database: network.database,
    insert: async (sql, values) => (await network.database.rows<{ id: number }>(sql, values)).at(0)?.id ?? 0,
  };
});

const PATHS = [...API_PATHS];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Returns the methods of a path, which its refusal of another method lists. */
async function methodsOf(path: string): Promise<string[]> {
  for (const method of METHODS) {
    const { status, headers } = await client(network.app.origin).call(method, path.replaceAll('{}', '1'));
    if (status === 405) return (headers.get('allow') ?? '').split(', ');
  }
  throw new Error(`${path} takes every method`);
}

/** Returns a call without the names of its parameters, such as `PATCH /api/tasks/{}`. */
const shapeOf = ({ call }: Call) => {
  const [method = '', path = ''] = call.split(' ');
  const known = PATHS.find((each) =>
    pattern(each).test(path.replace(/\?.*/, '').replaceAll(/\{\w+\}/g, '1')),
  );
  return known ? `${method} ${known}` : null;
};

// A path with literal parts comes before one with a parameter in the same place.
PATHS.sort((a, b) => a.split('{}').length - b.split('{}').length);
const pattern = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('{}', '[^/]+')}$`);

let there: string[];
let document: Document;

beforeAll(async () => {
  const calls = PATHS.map(async (path) => (await methodsOf(path)).map((method) => `${method} ${path}`));
  there = (await Promise.all(calls)).flat();
  document = (await client(network.app.origin).get<Document>('/api/openapi.json')).body;
});

/** The table may have a line before its call exists. */
const isThere = (call: Call) => there.includes(shapeOf(call) ?? '');

test('every call is in the table', () => {
  const named = new Set(CALLS.map(shapeOf));
  expect(there.filter((call) => !named.has(call))).toEqual([]);
});

test('the description has every call, and no other', () => {
  const described = operationsOf(document).map(
    ({ method, template }) => `${method} ${template.replaceAll(/\{\w+\}/g, '{}')}`,
  );
  expect(described.sort()).toEqual([...new Set(there)].sort());
});

test('the description says of every call whose it is', () => {
  for (const { method, template, operation } of operationsOf(document)) {
    const shape = `${method} ${template.replaceAll(/\{\w+\}/g, '{}')}`;
    const lines = CALLS.filter((call) => shapeOf(call) === shape);
    const may = ROLES.filter((role) => lines.some(({ answers }) => answers[role] !== 403));
    const isOpen = lines.some(({ open }) => open !== undefined);
    const documented = operation['x-roles'];
    expect([shape, documented ? ROLES.filter((role) => role in documented) : 'open']).toEqual([
      shape,
      isOpen ? 'open' : may,
    ]);
  }
});

/** Sends a call on rows that are newly made for it. */
async function ask(person: Client, self: string, { call, body }: Call) {
  const made: Record<string, string> = {};
  const ids = { ...network.ids, self: network.ids[self] ?? 0 };
  const fill = async (text: string): Promise<string> => {
    const [found, name] = /\{(\w+)\}/.exec(text) ?? [];
    if (found === undefined || name === undefined) return text;
    made[name] ??= String(await MAKERS[name]?.({ ...world, ids }, made));
    return fill(text.replaceAll(found, made[name]));
  };
  const [method = '', path = ''] = call.split(' ');
  const filled = await fill(path);
  const sent = body === undefined ? undefined : (JSON.parse(await fill(JSON.stringify(body))) as unknown);
  return person.call(method, filled, { body: sent });
}

const DENIED = "You don't have permission to do this";
/** They are open to everybody, and would change who is signed in. */
const signingIn = /login|logout|register/;

describe.each(CALLS.map((call) => [call.call, call] as const))('%s', (_, call) => {
  const { answers, open } = call;

  beforeEach(({ skip }) => {
    skip(!isThere(call), 'no such call yet');
  });

  test('nobody', async () => {
    const { status, body } = await ask(client(network.app.origin), 'visitor', call);
    expect(status).toBe(open ?? 401);
    if (!open) expect(body.error).toBe('Authentication required');
  });

  const signedIn = !signingIn.test(call.call);
  test.each(signedIn ? (['driver', 'dispatcher', 'admin'] as const) : [])('%s', async (role) => {
    const { status, body } = await ask(people[role], role, call);
    expect([status, body]).toMatchObject([answers[role], status === 403 ? { error: DENIED } : {}]);
  });

  const alike = CALLS.filter((other) => shapeOf(other) === shapeOf(call));
  const hasBody = !call.call.startsWith('GET');
  const denied = ROLES.filter((role) => hasBody && alike.every((other) => other.answers[role] === 403));
  test.each(denied)('%s learns nothing from a wrong body @long', async (role) => {
    const { status, body } = await ask(people[role], role, { ...call, body: { nonsense: 1 } });
    expect([status, body]).toMatchObject([403, { error: DENIED }]);
  });

  if (signedIn)
    test('driver and dispatcher in one @long', async () => {
      const { status } = await ask(people.driverAndDispatcher, 'both', call);
      expect(status).toBe(answers.dispatcher);
    });
});
