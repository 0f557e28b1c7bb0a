/** Single-letter keys can be turned off, for those whom they get in the way of (WCAG 2.1.4). Kept on this device. */
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
    // storage may be forbidden: they stay as they are
  }
}
