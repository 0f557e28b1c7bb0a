/** The application is killed or the provider is down. No customer gets a message twice, and the office sees every lost one. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { delivery, make } from '../support/factories';
import { endLeases, makeDue } from '../support/jobs';
import { startMailbox } from '../support/mailbox';
import { fail, floodWith, startReceiver, take, type Receiver } from '../support/receiver';
import { install, rounds, tell, type Installation } from './installation';

let installation: Installation;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let texts: Receiver;

beforeAll(async () => {
  [mailbox, texts] = await Promise.all([startMailbox(), startReceiver()]);
  installation = await install({
    lanes: 1,
    env: {
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'parts@network.example',
      SMS_URL: `${texts.url}/sms`,
      SMS_FROM: '+18165550000',
      MESSAGE_DELAY_SECONDS: '0',
      MESSAGE_RETRY_SECONDS: '0.05',
    },
  });
  await installation.database.rows(
    `insert into settings (name, value) values ('customer-messages', '{"quietFrom":"","quietTo":""}')`,
  );
});
afterAll(async () => {
  await installation.close();
  await Promise.all([mailbox.close(), texts.close()]);
});

let count = 0;
/**
 * Completes a delivery whose customer should get a message.
 * @returns the address of the contact.
 */
async function complete(channel = 'email'): Promise<string> {
  const desk = await installation.as('desk1');
  count += 1;
  const email = `pat${String(count)}@shop.example`;
  const phone = `+1816234${String(5_000 + count)}`;
  const { body } = await desk.post<{ id: number }>('/api/accounts', { name: `Garage ${String(count)}` });
  await desk.post(`/api/accounts/${String(body.id)}/contacts`, {
    name: 'Pat',
    email,
    phone,
    channels: [channel],
    consentSource: 'By phone',
  });
  const { id } = await make(
    desk,
    delivery({ location: `Garage ${String(count)}`, driver_id: installation.ids.lane1 }),
  );
  await desk.patch(`/api/tasks/${String(id)}`, { status: 'completed' });
  return channel === 'email' ? email : phone;
}
const stateOf = async (email: string) =>
  (
    await installation.database.rows<{ state: string }>('select state from messages where recipient = $1', [
      email,
    ])
  ).map(({ state }) => state);
const arrived = (email: string) => mailbox.mails.filter(({ to }) => to === email).length;

test('killed when the provider has taken a message and not said so: it is not sent twice, and its state says so', async () => {
  mailbox.behave({ mail: () => null });
  const email = await complete();
  await mailbox.until(email, 1);
  await installation.app().kill();
  mailbox.behave({});
  await endLeases(installation.database);
  await installation.start();
  await vi.waitFor(async () => {
    expect(await stateOf(email)).toEqual(['unknown']);
  }, 20_000);
  expect(arrived(email)).toBe(1);
});

test('a provider that is down for an hour gets each message once when it is back', async () => {
  await mailbox.goDown();
  const emails = [await complete(), await complete(), await complete()];
  // The provider refuses all tries of an hour.
  await vi.waitFor(async () => {
    const [tried] = await installation.database.rows<{ least: number }>(
      "select min(attempts) as least from messages where state = 'waiting'",
    );
    expect(tried?.least).toBeGreaterThan(0);
  }, 20_000);
  await mailbox.comeBack();
  await makeDue(installation.database, { kind: 'message' });
  await Promise.all(emails.map((email) => mailbox.until(email, 1)));
  for (const email of emails)
    await vi.waitFor(async () => {
      expect(await stateOf(email)).toEqual(['sent']);
    }, 20_000);
  expect(emails.map(arrived)).toEqual([1, 1, 1]);
});

const textsTo = (phone: string) =>
  texts.calls.filter(({ body }) => new URLSearchParams(body).get('To') === phone).length;

test('a provider of text messages that answers 503 gets a message until it takes it; after a 500 it may have it, so nobody sends it again', async () => {
  let refusals = 0;
  texts.behave((response, request) => {
    refusals += 1;
    if (refusals > 3) take(response, request);
    else response.writeHead(503).end('out of service');
  });
  const refused = await complete('sms');
  await vi.waitFor(async () => {
    expect(await stateOf(refused)).toEqual(['sent']);
  }, 20_000);
  expect(textsTo(refused)).toBe(4);

  texts.behave(fail);
  const unsure = await complete('sms');
  await vi.waitFor(async () => {
    expect(await stateOf(unsure)).toEqual(['unknown']);
  }, 20_000);
  texts.behave(take);
  // A later message has been sent, so the uncertain one would have been sent again before it.
  const next = await complete('sms');
  await vi.waitFor(async () => {
    expect(await stateOf(next)).toEqual(['sent']);
  }, 20_000);
  expect([textsTo(unsure), await stateOf(unsure)]).toEqual([1, ['unknown']]);
});

test('a provider that wants to be left alone is left alone; one that talks on is cut short, and what it said counts', async () => {
  const startedAt = texts.calls.length;
  texts.behave((response, request) => {
    if (texts.calls.length > startedAt + 1) take(response, request);
    else response.writeHead(429, { 'Retry-After': '3' }).end('too many');
  });
  const first = await complete('sms');
  await vi.waitFor(async () => {
    const found = await installation.database.rows<{ error: string | null }>(
      'select error from messages where recipient = $1',
      [first],
    );
    expect(found[0]?.error).toContain('429');
  }, 10_000);
  const second = await complete('sms');
  await vi.waitFor(async () => {
    expect([await stateOf(first), await stateOf(second)]).toEqual([['sent'], ['sent']]);
  }, 20_000);
  const [refused, next] = texts.calls.slice(startedAt);
  expect((next?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThan(2_900);
  expect([textsTo(first), textsTo(second)].sort()).toEqual([1, 2]);

  texts.behave((response) => floodWith(response, 400));
  const wrong = await complete('sms');
  await vi.waitFor(async () => {
    expect(await stateOf(wrong)).toEqual(['failed']);
  }, 20_000);
  texts.behave(take);
});

const ROUNDS = rounds(3, 30);

test(`kill -9 at ${String(ROUNDS)} random moments: no message twice, and what is unsure is shown`, async () => {
  const emails: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (let each = 0; each < 4; each += 1) emails.push(await complete());
    // The kill comes at any moment after the sending has begun.
    await new Promise((resolve) => setImmediate(resolve));
    await installation.app().kill();
    await endLeases(installation.database);
    await installation.start();
  }
  await vi.waitFor(async () => {
    const states = (await Promise.all(emails.map(stateOf))).flat();
    expect(states).toHaveLength(emails.length);
    expect(states.filter((state) => state === 'waiting')).toEqual([]);
  }, 60_000);
  const states = (await Promise.all(emails.map(stateOf))).flat();
  for (const [index, email] of emails.entries()) {
    expect(arrived(email), email).toBeLessThanOrEqual(1);
    if (states[index] === 'sent') expect(arrived(email), email).toBe(1);
  }
  const unsure = states.filter((state) => state === 'unknown').length;
  tell(
    `killed ${String(ROUNDS)} times while ${String(emails.length)} messages were sent: 0 twice, ${String(unsure)} unsure`,
  );
});
