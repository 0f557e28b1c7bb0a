/** A row of a file of accounts, and the input of imports. */
import * as z from 'zod/v4';
import { ACCOUNT_FIELDS, ADDRESS_FIELDS, type AccountType } from '~/domain/network/accounts/fields';
import { accountTypeRule } from '~/domain/network/accounts/schema';
import { textRule } from '~/domain/kernel/field-rules';
import { id } from '~/domain/kernel/schema';
import { isClock, readClock } from '~/domain/kernel/time';
import { COLUMN_NAMES, DEFAULT_TYPE } from './format';

/** Spellings of the account types in a file. An empty cell gets the type chosen for the whole file. */
const TYPES = {
  '': null,
  dealership: 'dealership',
  vendor: 'vendor',
  shop: 'shop',
  'service shop': 'shop',
  customer: 'shop',
} as const;
type Type = keyof typeof TYPES;

export const AccountRow = z.object({
  name: textRule(ACCOUNT_FIELDS.name, COLUMN_NAMES.name),
  address: textRule(ADDRESS_FIELDS.address, COLUMN_NAMES.address),
  phone: textRule(ACCOUNT_FIELDS.phone, COLUMN_NAMES.phone),
  accountType: z
    .string()
    .transform((type) => type.toLowerCase())
    .refine((type) => Object.hasOwn(TYPES, type), 'Type must be Dealership, Vendor or Service Shop')
    .transform((type) => TYPES[type as Type]),
  city: textRule(ADDRESS_FIELDS.city, COLUMN_NAMES.city),
  state: textRule(ADDRESS_FIELDS.state, COLUMN_NAMES.state),
  zipCode: textRule(ADDRESS_FIELDS.zipCode, COLUMN_NAMES.zipCode),
  deliverBy: z
    .string()
    .transform((typed) => readClock(typed) ?? typed)
    .refine((time) => time === '' || isClock(time), 'Deliver By must be a time such as 4:00 PM'),
});
export type AccountRow = Omit<z.output<typeof AccountRow>, 'accountType'> & { accountType: AccountType };

/** The account type of rows that name none. */
const otherwise = accountTypeRule('accountType').default(DEFAULT_TYPE);

/** Path ids. */
export const atImport = { importId: id };

/** A missing file gets the same message as one of another kind. */
export const StartImport = z.strictObject({
  accountType: otherwise,
  file: z.instanceof(File).optional().catch(undefined),
});

export const ImportCsv = z.strictObject({
  csvData: z.string('csvData must be the text of the CSV file'),
  accountType: otherwise.describe('For rows without a type'),
});
