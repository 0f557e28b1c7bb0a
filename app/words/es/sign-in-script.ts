import type * as en from '~/words/en/sign-in-script';
import type { Translation } from '~/words/words';

export const signInScript: Translation<typeof en.signInScript> = () => ({
  noConnection: 'No se puede conectar con el servidor. No se envió nada. Intente de nuevo.',
  shortUsername: 'El usuario debe tener al menos 3 caracteres',
  shortPassword: 'La contraseña debe tener al menos 6 caracteres',
  notOurs: 'Algo salió mal. Intente de nuevo.',
});
