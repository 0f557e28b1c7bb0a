/** The script of the sign-in page. */
import { part } from '~/words/words';

export const signInScript = part('words:signInScript', () => ({
  noConnection: 'Can’t reach the server. Nothing was sent. Please try again.',
  shortUsername: 'Username must be at least 3 characters',
  shortPassword: 'Password must be at least 6 characters',
  failed: 'Login failed. Please check your credentials.',
  notOurs: 'Something went wrong. Please try again.',
}));
