/** Accounts and their addresses as the API answers them. */
import * as z from 'zod/v4';
import { count, degrees, known, moment, precision } from '~/domain/answers';
import type { ImportJob } from './import/job';
import { ACCOUNT_TYPES } from './account';
import type { Account, AccountAddress } from './schema';
import type { SuggestedPlace } from './suggestion';

export const AccountAnswer = z
  .strictObject({
    id: known,
    name: z.string(),
    accountType: z.enum(ACCOUNT_TYPES),
    phone: z.string(),
    createdAt: moment,
    updatedAt: moment,
    version: z.int(),
  })
  .meta({ id: 'Account' }) satisfies z.ZodType<Account>;

export const AddressAnswer = z
  .strictObject({
    id: known,
    accountId: known,
    isDefault: z.boolean(),
    name: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    latitude: degrees,
    longitude: degrees,
    geoPrecision: precision,
    version: z.int(),
  })
  .meta({ id: 'Address' }) satisfies z.ZodType<AccountAddress>;

export const PlaceAnswer = z.strictObject({
  accountId: known.nullable().describe('Null for a dealership of the network'),
  name: z.string(),
  accountType: z.enum(ACCOUNT_TYPES),
  phone: z.string(),
  addresses: z.array(z.string()).describe('Each in a line, the default first; at most 100'),
}) satisfies z.ZodType<SuggestedPlace>;

const rejected = z.strictObject({ line: z.int(), error: z.string() });

export const ImportedAnswer = z.strictObject({
  imported: count,
  skipped: count.describe('Were there already'),
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
  .meta({ id: 'Import' }) satisfies z.ZodType<ImportJob>;
