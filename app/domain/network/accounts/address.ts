/** Texts about accounts and addresses, and their meaning for a task. Safe and small in the browser. */

/** The name of the address that an account is created with. */
export const FIRST_ADDRESS_NAME = 'Main Office';

export const INVALID_ACCOUNT_ID = 'Invalid account ID. Please refresh and try again.';
export const ONLY_ADDRESS = 'Cannot delete the only address';

/** The form in which names of suggested places, accounts and dealerships, are compared. */
const plain = (text: string) => text.normalize('NFC').trim().toLowerCase();

export const isSameName = (one: string, other: string) => plain(one) === plain(other);

/**
 * Returns where the text occurs in the name at the beginning of a word.
 * @returns -1 when it does not.
 */
export function placeInName(name: string, text: string): number {
  const wanted = plain(text);
  const searched = name.normalize('NFC').toLowerCase();
  for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(searched.charAt(at - 1))) return at;
  }
  return -1;
}
