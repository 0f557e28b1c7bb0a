/** What accounts are called and how they are shown. Safe and small in the browser. */

export const ACCOUNT_TYPES = ['vendor', 'shop', 'dealership'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** In the order of the summary. */
export const ACCOUNT_TYPE_LABELS: Record<AccountType, string> = {
  dealership: 'Dealership',
  vendor: 'Vendor',
  shop: 'Service Shop',
};

export const ACCOUNT_TYPE_PLURALS: Record<AccountType, string> = {
  shop: 'Service Shops',
  vendor: 'Vendors',
  dealership: 'Dealerships',
};

export const isAccountType = (value: unknown): value is AccountType =>
  typeof value === 'string' && Object.hasOwn(ACCOUNT_TYPE_LABELS, value);

/** What the address is called that an account is created with. */
export const FIRST_ADDRESS_NAME = 'Main Office';

export const PHONE_TOO_SHORT = 'Phone number must be at least 10 characters long';
export const INVALID_ACCOUNT_ID = 'Invalid account ID. Please refresh and try again.';
export const ONLY_ADDRESS = 'Cannot delete the only address';
