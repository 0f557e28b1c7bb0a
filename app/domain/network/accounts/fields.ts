/** The fields of accounts and of their addresses. Safe and small in the browser. */
import { fieldTable } from '~/domain/kernel/field-table';
import { LIMITS } from '~/domain/kernel/limits';

/** In the order of the summary. */
export const ACCOUNT_TYPE_LABELS = {
  dealership: 'Dealership',
  vendor: 'Vendor',
  shop: 'Service Shop',
} as const;
export type AccountType = keyof typeof ACCOUNT_TYPE_LABELS;

export const ACCOUNT_TYPE_PLURALS: Record<AccountType, string> = {
  shop: 'Service Shops',
  vendor: 'Vendors',
  dealership: 'Dealerships',
};

export const isAccountType = (value: unknown): value is AccountType =>
  typeof value === 'string' && Object.hasOwn(ACCOUNT_TYPE_LABELS, value);

export const ACCOUNT_FIELDS = fieldTable({
  name: { label: 'Name', max: LIMITS.name, required: true, isName: true },
  accountType: { label: 'Account Type', options: ACCOUNT_TYPE_LABELS },
  phone: {
    label: 'Phone',
    spoken: 'Phone number',
    hint: 'At least 10 characters',
    type: 'tel',
    min: 10,
    max: LIMITS.phone,
  },
  deliverBy: {
    label: 'Deliver By',
    hint: 'New deliveries are due by this time, unless they have another one',
    type: 'time',
    max: 5,
    takesNull: true,
  },
});

export const ADDRESS_FIELDS = fieldTable({
  name: {
    label: 'Address Name',
    placeholder: 'E.g., Main Office, Warehouse',
    max: LIMITS.name,
    required: true,
    isName: true,
  },
  address: { label: 'Street Address', max: LIMITS.address, required: true },
  city: { label: 'City', max: LIMITS.name },
  state: { label: 'State', max: 50 },
  zipCode: { label: 'ZIP Code', max: 20 },
  instructions: {
    label: 'Instructions for Drivers',
    spoken: 'Instructions',
    placeholder: 'E.g., key box 4711, rear door, before 8 by the fence',
    max: 500,
  },
});
