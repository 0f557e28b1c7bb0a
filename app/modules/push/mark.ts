/** The mark in local storage that notifications are on in this browser. It names the person and their session. */
const MARK = 'parts-dispatch-push';

/** @returns empty when they are off, or nothing is stored. */
export function mark(): string {
  try {
    return localStorage.getItem(MARK) ?? '';
  } catch {
    return '';
  }
}

export function setMark(value: string): void {
  try {
    localStorage.setItem(MARK, value);
  } catch {
    // without storage the person has to turn them on again after the next sign-in
  }
}

/** True when this person has turned notifications on in this browser, in this session or an earlier one. */
export const isMarked = (userId: number) => mark().startsWith(`${String(userId)} `);
