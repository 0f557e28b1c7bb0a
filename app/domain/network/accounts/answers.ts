/** Accounts and their addresses in answers of the API. */
import * as z from 'zod/v4';
import { count, degrees, known, moment, precision } from '~/domain/kernel/answers';
import { answersOf } from '~/domain/kernel/field-rules';
import { ACCOUNT_FIELDS, ADDRESS_FIELDS } from './fields';

export const AccountAnswer = z
  .strictObject({
    id: known,
    ...answersOf(ACCOUNT_FIELDS),
    createdAt: moment,
    updatedAt: moment,
    version: z.int(),
  })
  .meta({ id: 'Account' });
export type Account = z.output<typeof AccountAnswer>;
export type AccountName = Pick<Account, 'id' | 'name' | 'accountType'>;

export const AddressAnswer = z
  .strictObject({
    id: known,
    accountId: known,
    isDefault: z.boolean(),
    ...answersOf(ADDRESS_FIELDS),
    latitude: degrees,
    longitude: degrees,
    geoPrecision: precision,
    version: z.int(),
  })
  .meta({ id: 'Address' });
export type AccountAddress = z.output<typeof AddressAnswer>;

export const PlaceAnswer = z.strictObject({
  accountId: known.nullable().describe('Null for one of the network’s own dealerships'),
  name: AccountAnswer.shape.name,
  accountType: AccountAnswer.shape.accountType,
  phone: AccountAnswer.shape.phone,
  addresses: z.array(z.string()).describe('One string per address, default first; at most 100'),
});
export type SuggestedPlace = z.output<typeof PlaceAnswer>;

/** A rejected row, by the line on which it begins. */
const rejected = z.strictObject({ line: z.int(), error: z.string() });
export type Rejected = z.output<typeof rejected>;

export const ImportedAnswer = z.strictObject({
  imported: count,
  skipped: count.describe('Rows whose account already existed'),
  rejected: z.array(rejected),
});

export const ImportJobAnswer = z
  .strictObject({
    id: known,
    fileName: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    lineCount: count,
    linesDone: count,
    imported: count,
    skipped: count,
    rejected: count,
    error: z.string().nullable().describe('Why nothing was imported'),
    createdAt: moment,
    finishedAt: moment.nullable(),
  })
  .meta({ id: 'Import' });
export type ImportJob = z.output<typeof ImportJobAnswer>;
