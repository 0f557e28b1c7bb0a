import type * as en from '~/words/en/roles';
import type { Translation } from '~/words/words';

export const roles: Translation<typeof en.roles> = () => ({
  admin: 'administrador',
  dispatcher: 'despachador',
  driver: 'conductor',
});
