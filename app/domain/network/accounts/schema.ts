/** The input of queries and commands on accounts and their addresses. */
import * as z from 'zod/v4';
import { rulesForChange, rulesForNew, rulesOf, textRule } from '~/domain/kernel/field-rules';
import { LIMITS } from '~/domain/kernel/limits';
import { id, text } from '~/domain/kernel/schema';
import { INVALID_ACCOUNT_ID } from './address';
import { ACCOUNT_FIELDS, ACCOUNT_TYPE_LABELS, ADDRESS_FIELDS, type AccountType } from './fields';

/** Path ids. */
export const atAccount = { accountId: id };
export const atAddress = { addressId: id };

const ACCOUNT_TYPES = Object.keys(ACCOUNT_TYPE_LABELS) as AccountType[];

/** @param name the field that has the type. */
export const accountTypeRule = (name: string) =>
  z.enum(ACCOUNT_TYPES, `${name} must be vendor, shop or dealership`);

const limit = z.coerce
  .number('limit must be a number')
  .int()
  .min(1)
  .max(1_000, 'limit must be at most 1,000');

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
