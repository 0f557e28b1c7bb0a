import { useEffect, useRef } from 'react';

/** Users can turn single-letter keys off (WCAG 2.1.4). The choice is stored on this device. */
const OFF = 'keys-off';

export function areKeysOff(): boolean {
  try {
    return localStorage.getItem(OFF) === '1';
  } catch {
    return false; // storage may be forbidden
  }
}

export function setKeysOff(off: boolean): void {
  try {
    if (off) localStorage.setItem(OFF, '1');
    else localStorage.removeItem(OFF);
  } catch {
    // storage may be forbidden: the setting stays unchanged
  }
}

/** Runs actions by single keys. Keys are ignored in fields, in modal dialogs, and when turned off. */
export function useSingleKeys(acts: Record<string, () => void>): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || areKeysOff() || document.querySelector('dialog:modal')) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, []);
}

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Focuses a search box and selects its text. */
export function focusSearch(id: string): void {
  const box = document.getElementById(id);
  if (box instanceof HTMLInputElement) {
    box.focus();
    box.select();
  }
}
