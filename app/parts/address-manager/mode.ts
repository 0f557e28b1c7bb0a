/** What the address manager is doing is part of the address, so that it works before JavaScript. Pure. */
import { overAccounts } from '~/parts/accounts/view';

export type Mode = { kind: 'list' } | { kind: 'add' } | { kind: 'edit' | 'remove'; addressId: number };

const LIST: Mode = { kind: 'list' };

export function readMode(search: string): Mode {
  const params = new URLSearchParams(search);
  if (params.has('add')) return { kind: 'add' };
  for (const kind of ['edit', 'remove'] as const) {
    const id = params.get(kind) ?? '';
    if (/^[1-9]\d{0,9}$/.test(id)) return { kind, addressId: Number(id) };
  }
  return LIST;
}

/** The manager's own address in that mode, with the view of the accounts page that is under it. */
export function modePath(pathname: string, search: string, mode: Mode = LIST): string {
  if (mode.kind === 'list') return overAccounts(pathname, search);
  const value = 'addressId' in mode ? String(mode.addressId) : '1';
  return overAccounts(`${pathname}?${mode.kind}=${value}`, search);
}
