/** The input of queries and commands on accounts and their addresses, and the answers of the API. */
import * as z from 'zod/v4';
import {
  answersOf,
  choice,
  rulesForChange,
  rulesForNew,
  rulesOf,
  textRule,
} from '~/domain/kernel/field-rules';
import { LIMITS } from '~/domain/kernel/limits';
import { count, degrees, id, known, moment, pageLimit, precision, text } from '~/domain/kernel/schema';
import { INVALID_ACCOUNT_ID } from './address';
import { ACCOUNT_FIELDS, ACCOUNT_TYPE_LABELS, type AccountType, ADDRESS_FIELDS } from './fields';

/** Path ids. */
export const atAccount = { accountId: id };
export const atAddress = { addressId: id };

const ACCOUNT_TYPES = Object.keys(ACCOUNT_TYPE_LABELS) as AccountType[];

/** @param name the field that has the type. */
export const accountTypeRule = (name: string) => choice(ACCOUNT_TYPES, name);

const limit = pageLimit(1_000);

export const ListAccounts = z.strictObject({
  search: z.string().max(200).optional(),
  type: accountTypeRule('type').optional(),
  limit: limit.optional(),
  cursor: z.string().max(1_000).optional(),
});

export const SuggestPlaces = z.strictObject({
  search: text(LIMITS.name, 'search'),
  limit: limit.max(50, 'limit must be at most 50').default(8),
});

export const ListAddresses = z.strictObject({
  accountId: id.optional(),
  limit: limit.optional(),
  cursor: id.optional(),
});

const { phone: phoneText, accountType } = rulesOf(ACCOUNT_FIELDS);
/** Null means an empty one. */
const phone = phoneText.nullish().transform((value) => value ?? '');

const newStreet = rulesForNew(ADDRESS_FIELDS);

export const CreateAccount = z
  .strictObject({
    ...rulesForNew(ACCOUNT_FIELDS),
    phone,
    accountType: accountType.default('dealership'),
    address: textRule({ ...ADDRESS_FIELDS.address, required: false }).default(''),
    city: newStreet.city,
    state: newStreet.state,
    zipCode: newStreet.zipCode,
    instructions: newStreet.instructions,
  })
  .refine(({ address, city, state, zipCode }) => address !== '' || city + state + zipCode === '', {
    message: 'Street address is required',
    path: ['address'],
  });
export type CreateAccount = z.output<typeof CreateAccount>;

/** For older clients, `id` is accepted if it is the account's own, and `address` if it is empty. */
export const UpdateAccount = z.strictObject({
  ...rulesForChange(ACCOUNT_FIELDS),
  phone: phone.optional(),
  id: id.optional(),
  address: z.literal('', 'To change an address, use PATCH /api/account-addresses/{id}').nullable().optional(),
});

const isDefault = z.boolean('isDefault must be true or false');

export const AddAddress = z.strictObject({
  accountId: z.union([id], INVALID_ACCOUNT_ID).optional(),
  ...newStreet,
  isDefault: isDefault.default(false),
});
export type AddAddress = z.output<typeof AddAddress>;

const nothing = (label: string) =>
  z.null(`${label} can only be null, which looks the address up again`).optional();

/** `latitude` and `longitude` null: the address is looked up again. */
export const UpdateAddress = z.strictObject({
  accountId: id.optional(),
  ...rulesForChange(ADDRESS_FIELDS),
  isDefault: isDefault.optional(),
  latitude: nothing('latitude'),
  longitude: nothing('longitude'),
});
export type UpdateAddress = z.output<typeof UpdateAddress>;

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
