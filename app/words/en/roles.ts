/** The roles of people. Only the server reads them. */
import { part } from '~/words/words';

export const roles = part('words:roles', () => ({
  admin: 'admin',
  dispatcher: 'dispatcher',
  driver: 'driver',
}));
