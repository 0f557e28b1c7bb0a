import { expect, test } from 'vitest';
import { client, PASSWORD, type Client } from '../support/client';
import { submitForm } from '../support/forms';
import { tokenOf } from '../support/people';
import { listenTo } from '../support/sockets';
import { useNetwork } from '../support/use-network';

const network = useNetwork();

const NEW = 'a-much-longer-one';

const change = (person: Client, fields: Record<string, string> = {}) =>
  submitForm(person, '/settings/password', {
    intent: 'changePassword',
    currentPassword: PASSWORD,
    newPassword: NEW,
    repeatPassword: NEW,
    ...fields,
  });

test('a new password ends every other session and its sockets, and leaves this one @long', async () => {
  const here = await network.as('dispatcher');
  const elsewhere = await network.as('dispatcher');
  const instance = await network.another();
  const open = await listenTo(network.app.origin, { cookie: here.cookie() });
  const ended = await listenTo(instance.origin, { cookie: elsewhere.cookie() });
  const answer = await change(here);
  expect([answer.status, answer.location, answer.toast?.title]).toEqual([
    302,
    '/settings/password',
    'Password updated',
  ]);
  expect(await ended.closed).toBe(4401);
  expect((await elsewhere.get('/api/user')).status).toBe(401);
  expect((await here.get('/api/user')).status).toBe(200);
  open.close();
  const again = client(network.app.origin);
  await expect(again.signIn('dispatcher')).rejects.toThrow('Invalid username or password');
  await again.signIn('dispatcher', NEW);
});

test.each([
  [{ currentPassword: 'not-the-one' }, 'The current password is not correct'],
  [{ newPassword: 'short', repeatPassword: 'short' }, 'Password must be at least 8 characters'],
  [
    { newPassword: 'x'.repeat(129), repeatPassword: 'x'.repeat(129) },
    'Password must be at most 128 characters',
  ],
  [{ repeatPassword: 'a-much-longer-two' }, 'The passwords do not match'],
  [
    { newPassword: PASSWORD, repeatPassword: PASSWORD },
    'The new password must be different from the current one',
  ],
])('a change is refused, and no password comes back in the page: %#', async (fields, sentence) => {
  const person = await network.as('admin');
  const refused = await change(person, fields);
  expect(refused.status).toBe(422);
  expect(refused.body).toContain(sentence);
  for (const typed of [PASSWORD, NEW, ...Object.values(fields)]) expect(refused.body).not.toContain(typed);
  await network.as('admin');
});

test('guessing the current password is limited on all instances, and success wipes the slate @long', async () => {
  const person = await network.as('driver');
  const guess = { currentPassword: 'not-the-one' };
  for (let i = 0; i < 4; i += 1) expect((await change(person, guess)).status).toBe(422);
  expect((await change(person, { newPassword: PASSWORD, repeatPassword: PASSWORD })).status).toBe(422);
  const answers = await Promise.all(Array.from({ length: 8 }, () => change(person, guess)));
  expect(answers.map(({ status }) => status).sort()).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
  const refused = await change(person);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatch(/Too many attempts\. Try again in \d+ minutes?\./);
  await network.as('driver');
});

test('two changes at once: one wins, and says which password it is', async () => {
  const people = await Promise.all([network.as('driver2'), network.as('driver2')]);
  const answers = await Promise.all(
    people.map((person, i) => {
      const newPassword = `${NEW}-${String(i)}`;
      return change(person, { newPassword, repeatPassword: newPassword });
    }),
  );
  const winner = answers.findIndex(({ status }) => status === 302);
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  await client(network.app.origin).signIn('driver2', `${NEW}-${String(winner)}`);
});

test('a new password revokes one’s API tokens and writes it down, unless the box is unticked', async () => {
  const { driver3 = 0 } = network.ids;
  const works = async (token: string) =>
    (await client(network.app.origin).get('/api/user', { authorization: `Bearer ${token}` })).status === 200;
  const tokens = [await tokenOf(network.database, driver3), await tokenOf(network.database, driver3)];
  const other = await tokenOf(network.database, network.ids.driver ?? 0);
  const person = await network.as('driver3');
  expect((await person.get<string>('/settings/password')).body).toMatch(/name="revokeTokens"[^>]*checked/);

  const kept = await change(person, { _box: 'revokeTokens' });
  expect([kept.status, kept.toast?.description]).toEqual([302, 'You have been logged out everywhere else.']);
  expect(await Promise.all(tokens.map(works))).toEqual([true, true]);

  const back = { currentPassword: NEW, newPassword: `${NEW}-2`, repeatPassword: `${NEW}-2` };
  const changed = await change(person, { ...back, _box: 'revokeTokens', revokeTokens: 'on' });
  expect([changed.status, changed.toast?.description]).toEqual([
    302,
    'You have been logged out everywhere else. API tokens revoked: 2.',
  ]);
  expect(await Promise.all([...tokens, other].map(works))).toEqual([false, false, true]);
  const written = await network.database.rows(
    `select changes from admin_events where act = 'user.own-password' and actor_id = $1 and target_id = $1::text
     order by id`,
    [driver3],
  );
  expect(written).toEqual([{ changes: {} }, { changes: { tokens: [2, 0] } }]);

  // A form without the box, such as one that a browser has kept, revokes the tokens as well.
  const next = await tokenOf(network.database, driver3);
  const last = { currentPassword: `${NEW}-2`, newPassword: NEW, repeatPassword: NEW };
  expect((await change(person, last)).status).toBe(302);
  expect(await works(next)).toBe(false);
});
