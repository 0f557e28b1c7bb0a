/** The key in local storage for the person who turned notifications on in this browser, and their session. */
const MARK = 'parts-dispatch-push';

/** @returns empty where they are off, or nothing is stored. */
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
    // without storage they are turned on again by hand after the next sign-in
  }
}

/** Whether this person has turned notifications on in this browser, now or in an earlier session. */
export const isMarked = (userId: number) => mark().startsWith(`${String(userId)} `);
