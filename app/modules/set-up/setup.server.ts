/**
 * Sets up an installation that has no admin. A code proves that the visitor can read the log of the server:
 * each instance prints its own code at every start, and the database stores the hashes. All codes end with
 * the first admin.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/v4';
import { execute, row, transaction } from 'db/connection';
import { SetupCode } from 'db/models/people';
import { Dealership as StoredDealership } from 'db/models/places';
import { hasAdmin, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { findDealerships, isUsed, placeLater } from '~/domain/network/dealerships/dealerships.server';
import { dealershipName, foldName, locationFields } from '~/domain/network/dealerships/schema';
import { conflict, DomainError } from '~/domain/kernel/errors';
import { networkOf } from '~/domain/platform/ip-address.server';
import { companyName, Network, networkName, timeZone } from '~/domain/network/settings/schema';
import { readNetwork, writeNetwork } from '~/domain/network/settings/network.server';
import { rateLimit } from '~/domain/platform/rate-limit.server';
import { insertFirstAdmin } from '~/domain/network/users/commands.server';
import { hashPassword, readableSecret, requireGoodPassword } from '~/domain/network/users/passwords.server';
import type { Arrival } from '~/domain/network/users/sessions.server';
import { log } from '~/process/log.server';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll, mayAll } from '~/domain/kernel/permissions';
import { DRIVES } from '~/domain/network/users/queries.server';
import { nameText } from '~/domain/kernel/schema';
import { Register } from '~/domain/network/users/schema';
import { untranslated } from '~/domain/kernel/sentence';

/** The last admin can't be deleted or demoted, so this never becomes false again. */
let isSetUp = false;

/** Asks the database only as long as there is no admin. */
export async function needsSetup(): Promise<boolean> {
  isSetUp ||= await hasAdmin();
  return !isSetUp;
}

/** People type the code by hand: capitals and spaces make no difference. */
const hashOf = (code: string) => createHash('sha256').update(code.replace(/\s/g, '').toLowerCase()).digest();

/** No installation starts more instances at once; an instance that keeps restarting adds a code each time. */
const MOST_CODES = 50;
const DELETE_OLDER_CODES = `
  delete from setup_codes where code_hash not in
    (select code_hash from setup_codes order by created_at desc limit $most)`;

/** @returns a new code, of which only the hash is stored; null when there is an admin. */
export async function makeSetupCode(): Promise<string | null> {
  if (!(await needsSetup())) return null;
  const code = readableSecret();
  await transaction(async () => {
    await SetupCode.create({ codeHash: hashOf(code) }, { returning: false });
    await execute(DELETE_OLDER_CODES, { most: MOST_CODES });
  });
  return code;
}

const attempts = rateLimit({ name: 'set-up', what: 'attempts', points: 10, seconds: 15 * 60 });

/**
 * Only wrong codes count, or a stranger's guesses would keep the operator out. The 79 bits can't be guessed.
 */
async function requireCode(code: string, ip: string): Promise<void> {
  if (await SetupCode.exists({ codeHash: hashOf(code) })) return;
  await attempts.spend(networkOf(ip));
  // Codes end when the first admin is made, which may have happened meanwhile.
  if (!(await needsSetup())) throw isDone();
  log.warn({ client: ip }, 'set-up refused: wrong code');
  const sentence = untranslated(
    'setupCodeWrong',
    'This code is not correct. It is in the log of the server’s last start.',
  );
  throw new DomainError('forbidden', sentence, { fields: { code: [sentence] } });
}

const isDone = () => conflict(untranslated('alreadySetUp', 'This installation is already set up. Sign in.'));

/** @throws conflict when there is an admin. */
export async function requireNotSetUp(): Promise<void> {
  if (!(await needsSetup())) throw isDone();
}

/** When several people finish at once, the first one becomes the admin. */
export async function setUp(input: SetUp, ip: string): Promise<Arrival> {
  await requireNotSetUp();
  await requireCode(input.code, ip);
  requireGoodPassword(input.password, input, 'password');
  const passwordHash = await hashPassword(input.password);
  const { name, username, company, network, timeZone, dealerships } = input;
  const actor = await transaction(async () => {
    const admin = await insertFirstAdmin({ name, username }, passwordHash, { byThemselves: true });
    const chosen = Network.parse({ name: network, company, ...(timeZone && { timeZone }) });
    await writeNetwork(chosen);
    if (dealerships) await writeDealerships(dealerships);
    await recordAdminEvent(admin, {
      act: 'network.set-up',
      target: { id: 'network', name: network },
      changes: { address: [null, ip] },
    });
    return admin;
  });
  await readNetwork();
  return { actor, passwordHash };
}

/**
 * Replaces the dealerships that every installation begins with. One that is in use already is retired
 * instead.
 */
async function writeDealerships(rows: NonNullable<SetUp['dealerships']>): Promise<void> {
  const before = await findDealerships();
  const isNamed = (name: string) => rows.some((each) => foldName(each.name) === foldName(name));
  for (const { name } of before.filter((each) => !isNamed(each.name))) {
    if (await isUsed(name)) await StoredDealership.update({ retiredAt: new Date() }, { where: { name } });
    else await StoredDealership.destroy({ where: { name } });
  }
  for (const { name, ...address } of rows) {
    const known = before.find((each) => foldName(each.name) === foldName(name));
    if (!known) await StoredDealership.create({ name }, { returning: false });
    const hasAddress = Object.values(address).some((value) => value !== '');
    if (hasAddress) await placeLater({ name: known?.name ?? name, fullname: '', ...address });
  }
}

/** Lists what a new network still needs before its first task. */

export type FirstSteps = {
  dealerships: boolean;
  drivers: boolean;
  accounts: boolean;
  /** Only admins can do the first two steps. */
  isAdmin: boolean;
};

/** A network that has had a task stays past its first steps, so the database is asked only until then. */
let hasHadTask = false;

const STEPS = `
  select exists (select from tasks) or exists (select from task_events) as begun,
    exists (select from dealership_locations where address <> '') as dealerships,
    exists (select from users u where ${DRIVES}) as drivers,
    exists (select from accounts where deleted_at is null) as accounts`;

/** @returns null once there has been a task. */
export async function findFirstSteps(actor: Actor): Promise<FirstSteps | null> {
  authorizeAll(actor, 'readBoard');
  if (hasHadTask) return null;
  const found = await row<Omit<FirstSteps, 'isAdmin'> & { begun: boolean }>(STEPS);
  if (!found || found.begun) {
    hasHadTask = true;
    return null;
  }
  const { dealerships, drivers, accounts } = found;
  return { dealerships, drivers, accounts, isAdmin: mayAll(actor, 'manageUsers') };
}

/** The form of the first setup of an empty installation. */

const { username, password, name } = Register.shape;

const MOST_DEALERSHIPS = 50;

const Row = z.strictObject({
  name: nameText(100, 'Name').default(''),
  address: locationFields.address.default(''),
  city: locationFields.city.default(''),
  state: locationFields.state.default(''),
  zipCode: locationFields.zipCode.default(''),
});

/** Empty rows are ignored, and each name counts once. */
const dealershipRows = z
  .array(Row)
  .max(MOST_DEALERSHIPS, `At most ${String(MOST_DEALERSHIPS)} dealerships`)
  .check(({ value: all, issues }) => {
    const seen = new Set<string>();
    all.forEach((row, index) => {
      if (isBlank(row)) return;
      const refuse = (message: string) => {
        issues.push({ code: 'custom', path: [index, 'name'], message, input: row.name });
      };
      const parsed = dealershipName.safeParse(row.name);
      if (!parsed.success) refuse(parsed.error.issues[0]?.message ?? 'Name is not valid');
      const folded = foldName(row.name);
      if (folded && seen.has(folded)) refuse('This name appears twice');
      seen.add(folded);
    });
  })
  .transform((all) => all.filter((row) => !isBlank(row)));

const isBlank = (row: z.output<typeof Row>) => Object.values(row).every((value) => value === '');

/** Without `dealerships`, the five stay that every installation begins with. */
export const SetUp = z
  .strictObject({
    code: z.string('The code from the start log is required').max(200, 'This code is not correct'),
    company: companyName.default(''),
    network: networkName,
    timeZone: timeZone.optional(),
    dealerships: dealershipRows.optional(),
    name: name,
    username,
    password,
    repeatPassword: z.string('Repeat the password').meta({ format: 'password' }).optional(),
  })
  .refine(({ password: typed, repeatPassword }) => repeatPassword === undefined || repeatPassword === typed, {
    path: ['repeatPassword'],
    message: 'The passwords do not match',
  });
export type SetUp = z.output<typeof SetUp>;
