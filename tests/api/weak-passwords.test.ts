/** New passwords that attackers guess first are refused in every form and call that sets one. */
import { expect, test } from 'vitest';
import { requireGoodPassword } from '~/domain/network/users/passwords.server';
import { client, PASSWORD } from '../support/client';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const admin = network.client('admin');

const DEMO = 'Everybody knows this password from the demo. Choose another one.';
const COMMON = 'This password is too common. Choose another one.';
const NAME = 'The password must be different from the username';

test.each([
  ['iloveyou', COMMON],
  ['ILoveYou!', COMMON],
  ['12345678', COMMON],
  ['9876543210', COMMON],
  ['aaaaaaaaaa', COMMON],
  ['abababab', COMMON],
  ['qwertyuiop', COMMON],
  ['Password1', COMMON],
  ['P@ssw0rd', COMMON],
  ['Welcome2026', COMMON],
  ['Summer2026!', COMMON],
  ['Football1', COMMON],
  ['1qaz2wsx', COMMON],
  ['sam.driver', NAME],
  ['SAM.DRIVER', NAME],
  ['long-enough', null],
  ['correct horse', null],
  ['kfr7-w2mx-9dqa-t4hn', null],
  ['password manager', null],
])('%s: %s', (password, refusal) => {
  const judge = () => {
    requireGoodPassword(password, { username: 'sam.driver' }, 'password');
  };
  if (refusal) expect(judge).toThrow(refusal);
  else expect(judge).not.toThrow();
});

test('registering, making and resetting a user, and a change refuse them alike', async () => {
  const weak = { username: 'weak.user', name: 'Weak User', password: 'Password123' };
  const own = await network.as('dispatcher');
  const spare = network.ids.driver3;
  const answers = [
    await client(network.app.origin).post('/api/register', weak),
    await admin.post('/api/admin/users', weak),
    await admin.post('/api/admin/users', { ...weak, password: 'Weak.User' }),
    await admin.post(`/api/admin/users/${String(spare)}/password`, { password: 'Password123' }),
    await admin.post('/api/admin/users', { ...weak, password: 'Dispatch-Demo' }),
  ];
  expect(answers.map(({ status, body }) => [status, body.error, body.fields])).toEqual([
    [422, COMMON, { password: [COMMON] }],
    [422, COMMON, { password: [COMMON] }],
    [422, NAME, { password: [NAME] }],
    [422, COMMON, { password: [COMMON] }],
    [422, DEMO, { password: [DEMO] }],
  ]);
  const change = await submitForm(own, '/settings/password', {
    intent: 'changePassword',
    currentPassword: PASSWORD,
    newPassword: 'Dispatcher',
    repeatPassword: 'Dispatcher',
  });
  expect([change.status, change.body]).toEqual([422, expect.stringContaining(NAME)]);
  const form = await submitForm(client(network.app.origin), '/auth', { intent: 'register', ...weak });
  expect([form.status, form.body]).toEqual([422, expect.stringContaining(COMMON)]);
});
