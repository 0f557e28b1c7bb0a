import { randomInt } from 'node:crypto';

// Without what looks alike when it is read out or copied by hand.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A password to be told once and changed soon: 79 bits, like `kfr7-w2mx-9dqa-t4hn`. */
export function temporaryPassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
