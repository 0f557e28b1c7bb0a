import type * as en from '~/words/en/sign-in';
import type { Translation } from '~/words/words';

export const signIn: Translation<typeof en.signIn> = () => ({
  title: 'Iniciar sesión · Parts Dispatch',
  powered: 'con Parts Dispatch',
  checking: 'Verificando la sesión...',
  hasAccount: '¿Ya tiene una cuenta? ',
  newDriver: '¿Conductor nuevo? ',
  signIn: 'Iniciar sesión',
  register: 'Registrarse',
  ended: 'Su sesión terminó.',
  typedKept: ' Lo que escribió quedó guardado.',
  heading: 'Inicie sesión en su cuenta',
  hint: 'Escriba sus datos para entrar a su cuenta',
  failed: 'No se pudo iniciar la sesión',
  pending: 'Iniciando sesión...',
  username: 'Usuario',
  usernamePlaceholder: 'usuario',
  password: 'Contraseña',
  rememberMe: 'Recordarme',
  fallback: 'No se pudo iniciar la sesión. Revise sus datos.',
  loggedIn: 'Sesión iniciada',
  welcomeBack: (person) => `Le damos la bienvenida, ${person}`,
  registerHeading: 'Regístrese como conductor',
  registerHint: 'Un administrador le asignará sus concesionarios, y un despachador sus tareas.',
  registerFailed: 'No se pudo completar el registro',
  registering: 'Registrando...',
  fullName: 'Nombre completo',
  email: 'Correo electrónico (opcional)',
  phone: 'Teléfono (opcional)',
  longEnough: '8 caracteres o más',
  registered: 'Registro completado',
  welcome: (person) => `Le damos la bienvenida, ${person}`,
  later: 'Intente de nuevo más tarde',
  noLink: 'Este enlace ya no funciona',
  noLinkText:
    'Funciona una sola vez, dentro de 24 horas. Si ya eligió una contraseña, inicie sesión con ella. Si no, pida un enlace nuevo al despachador.',
  withPassword: 'Iniciar sesión con contraseña',
  signInAs: 'Inicie sesión aquí como ',
  thenChoose: ' y después elija una contraseña. Este enlace funciona una sola vez.',
  language: 'Idioma',
  revokeTokens: 'Anular mis claves de API',
  signInByLink: 'Iniciar sesión',
});

export const signInScript: Translation<typeof en.signInScript> = () => ({
  noConnection: 'No se puede conectar con el servidor. No se envió nada. Intente de nuevo.',
  notOurs: 'Algo salió mal. Intente de nuevo.',
});

export const newPassword: Translation<typeof en.newPassword> = () => ({
  title: 'Elija una contraseña · Parts Dispatch',
  heading: 'Elija una contraseña',
  youAre: 'Inició sesión como ',
  chooseOne:
    ' con una contraseña temporal o un enlace. Para continuar, elija una contraseña que solo usted conozca.',
  newPassword: 'Contraseña nueva',
  length: 'De 8 a 128 caracteres',
  repeat: 'Repita la contraseña nueva',
  save: 'Guardar y continuar',
  saving: 'Guardando...',
  logout: 'Cerrar sesión',
  saved: 'Contraseña actualizada',
  failed: 'No se pudo cambiar la contraseña',
});
