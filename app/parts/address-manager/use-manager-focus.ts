import { useEffect, useRef } from 'react';
import type { Mode } from './mode';

/** The focus follows what is done: into the form that opens, and back to where it was opened. */
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
