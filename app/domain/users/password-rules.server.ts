/** New passwords that are long enough and refused nevertheless. */
import { COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.server';
import { fieldRefusal } from './confirm-password.server';

const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
];

/** @throws invalid for what is guessed first: the username, the commonest passwords, and what is made like them. */
export function requireGoodPassword(
  password: string,
  { username }: { username: string },
  field: string,
): void {
  const folded = fold(password);
  if (folded === fold(username)) throw fieldRefusal(field, 'The password must differ from the username');
  if (isCommon(folded)) throw fieldRefusal(field, 'This password is too common. Choose another one.');
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

function isCommon(password: string): boolean {
  if (COMMON_PASSWORDS.has(password) || isMonotonous(password)) return true;
  // Those who guess try `Password123!` right after `password`.
  const [word = ''] = /\p{L}(?:.*\p{L})?/su.exec(password) ?? [];
  return COMMON_WORDS.has(word) && password.length - word.length <= 5;
}

/** One or two characters over and over, or a row of the keyboard or the alphabet, in either direction. */
function isMonotonous(password: string): boolean {
  if (new Set(password).size <= 2) return true;
  const backwards = Array.from(password).reverse().join('');
  return SEQUENCES.some((row) => [password, backwards].some((each) => row.includes(each)));
}
