/** Commands are anonymous functions. A stack trace in the log has to say which one failed. */
import { expect, test } from 'vitest';
import * as z from 'zod/v4';
import type { Actor } from '~/domain/kernel/actor';
import { command, preparedCommand } from '~/domain/kernel/command.server';

const actor: Actor = { id: 1, username: 'alma', name: 'Alma', roles: ['driver'], dealerships: [] };
const later = () => new Promise((resolve) => setImmediate(resolve));

const stackOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((reason: unknown) => reason);
  return error instanceof Error ? String(error.stack) : '';
};

const failAtOnce = () => {
  throw new Error('at once');
};
const failLater = async () => {
  await later();
  throw new Error('later');
};

test.each([
  ['at once', failAtOnce],
  ['later', failLater],
])('the stack of a failure %s names the command, also below another one', async (_, fail) => {
  const spec = { may: 'signed in' as const, answer: z.void() };
  const inner = command({ ...spec, summary: 'Fails inside' }, () => fail());
  const outer = command({ ...spec, summary: 'Calls another command' }, async () => {
    await inner({ actor });
  });
  const stack = await stackOf(outer({ actor }));
  expect(stack).toMatch(/ at (async )?Fails inside /);
  expect(stack).toMatch(/ at (async )?Calls another command /);
});

test('the slow part of a prepared command and the rest have its name', async () => {
  const spec = { may: 'signed in' as const, answer: z.void() };
  const slow = preparedCommand({ ...spec, summary: 'Looks it up' }, failLater, () => Promise.resolve());
  expect(await stackOf(slow({ actor }))).toMatch(/ at (async )?Looks it up /);
  const rest = preparedCommand({ ...spec, summary: 'Writes it' }, later, failLater);
  expect(await stackOf(rest({ actor }))).toMatch(/ at (async )?Writes it /);
  const write = await rest.prepare({ actor });
  expect(await stackOf(write())).toMatch(/ at (async )?Writes it /);
});
