/** A row of a file of accounts, and what becomes of the file. */
import * as z from 'zod/v4';
import { DEFAULT_TYPE } from './columns';
import { PHONE_TOO_SHORT, ACCOUNT_TYPES, type AccountType } from '~/domain/accounts/account';
import { LIMITS } from '~/domain/limits';
import { requiredName, requiredText, text } from '~/domain/schema';

const SHORTEST_PHONE = 10;

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
  name: requiredName(LIMITS.name, 'Company Name'),
  address: requiredText(LIMITS.address, 'Address'),
  phone: text(LIMITS.phone, 'Phone').refine(
    (phone) => phone === '' || phone.length >= SHORTEST_PHONE,
    PHONE_TOO_SHORT,
  ),
  accountType: z
    .string()
    .transform((type) => type.toLowerCase())
    .refine((type) => Object.hasOwn(TYPES, type), 'Type must be Dealership, Vendor or Service Shop')
    .transform((type) => TYPES[type as Type]),
  city: text(200, 'City'),
  state: text(50, 'State'),
  zipCode: text(20, 'ZIP'),
});
export type AccountRow = Omit<z.output<typeof AccountRow>, 'accountType'> & { accountType: AccountType };

/** The account type of rows that name none. */
const otherwise = z
  .enum(ACCOUNT_TYPES, 'accountType must be vendor, shop or dealership')
  .default(DEFAULT_TYPE);

export const ImportForm = z.strictObject({ accountType: otherwise });

export const ImportCsv = z.strictObject({
  csvData: z.string('csvData must be the text of the file'),
  accountType: otherwise.describe('Of rows that name no type'),
});
export type ImportCsv = z.output<typeof ImportCsv>;

/** A row that was not taken, by the line on which it begins. */
export type Rejected = { line: number; error: string };
