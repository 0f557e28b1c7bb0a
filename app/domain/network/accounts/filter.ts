/** The filter of the accounts page: plain parameters of its address. Pure. */
import { isAccountType, type AccountType } from './fields';

export const PAGE_SIZE = 50;

export type AccountFilter = {
  /** The beginning of a name, trimmed; empty for all. */
  search: string;
  type: AccountType | null;
  order: 'asc' | 'desc';
  /** From 1 on. */
  page: number;
};

export function readAccountFilter(search: string): AccountFilter {
  const params = new URLSearchParams(search);
  const type = params.get('type');
  const page = params.get('page') ?? '';
  return {
    search: (params.get('q') ?? '').trim(),
    type: isAccountType(type) ? type : null,
    order: params.get('sort') === 'desc' ? 'desc' : 'asc',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}
