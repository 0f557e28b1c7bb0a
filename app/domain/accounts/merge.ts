/** The fields of an account and of an address, as their forms merge them. Safe in the browser. */
import type { MergeField } from '~/domain/form-merge';

export const ACCOUNT_FIELDS: MergeField[] = [
  { key: 'name', label: 'Name' },
  { key: 'accountType', label: 'Account Type' },
  { key: 'phone', label: 'Phone' },
];

export const ADDRESS_FIELDS: MergeField[] = [
  { key: 'name', label: 'Address Name' },
  { key: 'address', label: 'Street Address' },
  { key: 'city', label: 'City' },
  { key: 'state', label: 'State' },
  { key: 'zipCode', label: 'ZIP Code' },
];
