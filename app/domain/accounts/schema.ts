/** Accounts and their addresses, as the API takes and answers them. Safe in the browser. */
import * as z from 'zod/v4';
import { LIMITS } from '~/domain/limits';
import { id, nameText, text } from '~/domain/schema';
import { ACCOUNT_TYPES, INVALID_ACCOUNT_ID, PHONE_TOO_SHORT, type AccountType } from './account';

export type AccountName = { id: number; name: string; accountType: AccountType };

/** Times are ISO 8601. */
export type Account = AccountName & { phone: string; createdAt: string; updatedAt: string; version: number };

export type AccountAddress = {
  id: number;
  accountId: number;
  isDefault: boolean;
  name: string;
  address: string;
  city: string;
  state: string;
  zipCode: string;
  /** Degrees, as text; null as long as nobody knows. */
  latitude: string | null;
  longitude: string | null;
  geoPrecision: 'exact' | 'approximate' | 'doubtful' | 'manual' | null;
  version: number;
};

/** The parts of an address that say where it is. */
export type Street = Pick<AccountAddress, 'address' | 'city' | 'state' | 'zipCode'>;

const limit = z.coerce
  .number('limit must be a number')
  .int()
  .min(1)
  .max(1_000, 'limit must be at most 1,000');

export const ListAccounts = z.strictObject({
  search: z.string().max(200).optional(),
  type: z.enum(ACCOUNT_TYPES, 'type must be vendor, shop or dealership').optional(),
  limit: limit.optional(),
  cursor: z.string().max(1_000).optional(),
});
export type ListAccounts = z.output<typeof ListAccounts>;

export const SuggestPlaces = z.strictObject({
  search: text(LIMITS.name, 'search'),
  limit: limit.max(50, 'limit must be at most 50').default(8),
});
export type SuggestPlaces = z.output<typeof SuggestPlaces>;

export const ListAddresses = z.strictObject({
  accountId: id.optional(),
  limit: limit.optional(),
  cursor: id.optional(),
});
export type ListAddresses = z.output<typeof ListAddresses>;

// A form sends nothing for an empty field, which is as blank as an empty text.
const filled = (longest: number, label: string, message: string, kind = text) =>
  kind(longest, label)
    .optional()
    .transform((value) => value ?? '')
    .refine((value) => value !== '', message);

const SHORTEST_PHONE = 10;
const phone = text(LIMITS.phone, 'Phone number')
  .refine((value) => value === '' || value.length >= SHORTEST_PHONE, PHONE_TOO_SHORT)
  .nullish()
  .transform((value) => value ?? '');
const accountType = z.enum(ACCOUNT_TYPES, 'Account type is required');
const accountName = filled(LIMITS.name, 'Name', 'Name is required', nameText);

const region = {
  city: text(LIMITS.name, 'City'),
  state: text(50, 'State'),
  zipCode: text(20, 'ZIP code'),
};
const newRegion = {
  city: region.city.default(''),
  state: region.state.default(''),
  zipCode: region.zipCode.default(''),
};
const NO_STREET = 'Street address is required';

export const CreateAccount = z
  .strictObject({
    name: accountName,
    phone,
    accountType: accountType.default('dealership'),
    address: text(LIMITS.address, 'Street address').default(''),
    ...newRegion,
  })
  .refine(({ address, city, state, zipCode }) => address !== '' || city + state + zipCode === '', {
    message: NO_STREET,
    path: ['address'],
  });
export type CreateAccount = z.output<typeof CreateAccount>;

/** What the edit form sends: everything it shows, and the version it was opened with. */
export const AccountForm = z.strictObject({
  name: accountName,
  phone,
  accountType,
  version: z.coerce.number().int().optional(),
});
export type AccountForm = z.output<typeof AccountForm>;

/** `id` is taken where it is the account's own, and `address` where it is empty, as older clients send them. */
export const UpdateAccount = z.strictObject({
  name: nameText(LIMITS.name, 'Name').pipe(z.string().min(1, 'Name is required')).optional(),
  phone: phone.optional(),
  accountType: accountType.optional(),
  id: id.optional(),
  address: z
    .literal('', 'An address is changed with PATCH /api/account-addresses/{id}')
    .nullable()
    .optional(),
});
export type UpdateAccount = z.output<typeof UpdateAccount>;

const addressName = filled(LIMITS.name, 'Address name', 'Address name is required', nameText);
const street = filled(LIMITS.address, 'Street address', NO_STREET);
const isDefault = z.boolean('isDefault must be true or false');

export const AddAddress = z.strictObject({
  accountId: z.union([id], INVALID_ACCOUNT_ID).optional(),
  name: addressName,
  address: street,
  ...newRegion,
  isDefault: isDefault.default(false),
});
export type AddAddress = z.output<typeof AddAddress>;

/** What the form of an address sends. A box that is not ticked sends nothing, and takes nothing away. */
export const AddressForm = z.strictObject({
  addressId: id,
  name: addressName,
  address: street,
  ...newRegion,
  isDefault: isDefault.optional(),
  version: z.coerce.number().int().optional(),
});
export type AddressForm = z.output<typeof AddressForm>;

export const ChosenAddress = z.strictObject({ addressId: id });

const nothing = (label: string) =>
  z.null(`${label} can only be null, which looks the address up again`).optional();

/** `latitude` and `longitude` null: the address is looked up again. */
export const UpdateAddress = z.strictObject({
  accountId: id.optional(),
  name: nameText(LIMITS.name, 'Address name').pipe(z.string().min(1, 'Address name is required')).optional(),
  address: text(LIMITS.address, 'Street address').pipe(z.string().min(1, NO_STREET)).optional(),
  city: region.city.optional(),
  state: region.state.optional(),
  zipCode: region.zipCode.optional(),
  isDefault: isDefault.optional(),
  latitude: nothing('latitude'),
  longitude: nothing('longitude'),
});
export type UpdateAddress = z.output<typeof UpdateAddress>;
