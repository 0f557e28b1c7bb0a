/** What this browser remembers of notifications: in whose session they were turned on here. */
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

/** Whether this person has turned them on here, in this session or an earlier one. */
export const isMarked = (userId: number) => mark().startsWith(`${String(userId)} `);
