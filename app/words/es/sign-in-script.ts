import type * as en from '~/words/en/sign-in-script';
import type { Translation } from '~/words/words';

export const signInScript: Translation<typeof en.signInScript> = () => ({
  noConnection: 'No se puede conectar con el servidor. No se envió nada. Intente de nuevo.',
  shortUsername: 'El usuario debe tener 3 caracteres como mínimo',
  shortPassword: 'La contraseña debe tener 6 caracteres como mínimo',
  failed: 'No se pudo iniciar la sesión. Revise sus datos.',
  notOurs: 'Algo salió mal. Intente de nuevo.',
});
