/** The mode of the address manager is in the page's address, so that it works before JavaScript. */
import { useEffect, useRef } from 'react';
import { overAccounts } from '~/components/accounts/accounts-links';
import type { Refused } from '~/forms/answers.server';
import { readId } from '~/domain/kernel/ids';

type Mode = { kind: 'list' } | { kind: 'add' } | { kind: 'edit' | 'remove'; addressId: number };

const LIST: Mode = { kind: 'list' };

export function readMode(search: string): Mode {
  const params = new URLSearchParams(search);
  if (params.has('add')) return { kind: 'add' };
  for (const kind of ['edit', 'remove'] as const) {
    const addressId = readId(params.get(kind));
    if (addressId !== null) return { kind, addressId };
  }
  return LIST;
}

/** The path of the address manager in that mode. It keeps the view of the accounts page below. */
export function modePath(pathname: string, search: string, mode: Mode = LIST): string {
  if (mode.kind === 'list') return overAccounts(pathname, search);
  const value = 'addressId' in mode ? String(mode.addressId) : '1';
  return overAccounts(`${pathname}?${mode.kind}=${value}`, search);
}

/** Moves the focus into the form that opens, and back to the link that opened it. */
export function useManagerFocus(mode: Mode) {
  const section = useRef<HTMLElement>(null);
  const before = useRef<Mode | null>(null);
  const key = JSON.stringify(mode);
  useEffect(() => {
    const now = JSON.parse(key) as Mode;
    const last = before.current;
    before.current = now;
    if (now.kind === 'add' || now.kind === 'edit') {
      section.current?.querySelector<HTMLElement>('form[data-inline] input:not([type="hidden"])')?.focus();
    } else if (now.kind === 'list' && last && last.kind !== 'list') {
      const place = 'addressId' in last ? `#address-${String(last.addressId)} a` : '[data-add]';
      const element =
        section.current?.querySelector<HTMLElement>(place) ??
        section.current?.querySelector<HTMLElement>('#addresses-heading');
      element?.focus();
    }
  }, [key]);
  return section;
}

/** The server's answer to a form of the address manager. */
export type Answer = Refused | undefined;

/** The title of each failure, and the text to show when the server sends none. */
const FAILURES: Record<string, { title: string; fallback: string }> = {
  addAddress: { title: 'Failed to add address', fallback: 'Failed to add address' },
  editAddress: { title: 'Failed to update address', fallback: 'Failed to update address' },
  deleteAddress: { title: 'Failed to delete address', fallback: 'Failed to delete address' },
  setDefaultAddress: {
    title: 'Failed to update default address',
    fallback: 'Failed to set as default address',
  },
  redirectTasks: { title: 'Failed to change tasks', fallback: 'Failed to change tasks' },
  geolocateAddress: { title: 'Failed to geolocate address', fallback: 'Failed to geolocate address' },
  lookUpAddress: { title: 'Failed to geolocate address', fallback: 'Failed to geolocate address' },
};

/** Null when the button belongs to another form. */
export const failureOf = (intent: unknown) =>
  typeof intent === 'string' && Object.hasOwn(FAILURES, intent) ? (FAILURES[intent] ?? null) : null;
