import type * as en from '~/words/en/pages';
import type { Translation } from '~/words/words';

export const pages: Translation<typeof en.pages> = () => ({
  '/driver': 'Conductor',
  '/location': 'Ubicación',
  '/settings': 'Perfil y preferencias',
  '/settings/password': 'Cambiar contraseña',
  '/settings/own-notifications': 'Notificaciones',
  '/settings/tokens': 'Claves de API',
  '/settings/system': 'Información del sistema',
});

export const groups: Translation<typeof en.groups> = () => ({ You: 'Usted', System: 'Sistema' });
