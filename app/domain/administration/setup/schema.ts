/** The form of the first setup of an empty installation. */
import * as z from 'zod/v4';
import { dealershipName, foldName, locationFields } from '~/domain/network/dealerships/schema';
import { companyName, networkName, timeZone } from '~/domain/network/settings/schema';
import { nameText } from '~/domain/kernel/schema';
import { Register } from '~/domain/network/users/schema';

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
