/** Accounts and their addresses, as the API answers them. Safe in the browser. */
import * as z from 'zod/v4';
import { id } from '~/domain/schema';

export const ACCOUNT_TYPES = ['vendor', 'shop', 'dealership'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export type AccountName = { id: number; name: string; accountType: AccountType };

export type AccountAddress = {
  id: number;
  accountId: number;
  isDefault: boolean;
  name: string;
  address: string;
  city: string;
  state: string;
  zipCode: string;
};

export const ListAccounts = z.strictObject({
  search: z.string().max(200).optional(),
  limit: z.coerce
    .number('limit must be a number')
    .int()
    .min(1)
    .max(1_000, 'limit must be at most 1,000')
    .optional(),
});
export type ListAccounts = z.output<typeof ListAccounts>;

export const ListAddresses = z.strictObject({ accountId: id.optional() });
export type ListAddresses = z.output<typeof ListAddresses>;
