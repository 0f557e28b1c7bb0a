/** Refusals in Spanish. */
import type { englishRefusals } from '~/words/en/refusals';
import type { Translation } from '~/words/words';

export const refusals: Translation<typeof englishRefusals> = ({ plural }) => {
  /** The names of fields, of things and of statuses come in English: the API has them in sentences of its own. */
  const names: Record<string, string> = {
    // Fields
    Username: 'El usuario',
    Password: 'La contraseña',
    Name: 'El nombre',
    Email: 'El correo electrónico',
    'Phone number': 'El número de teléfono',
    'Received by': 'El nombre de quien recibió',
    'Full name': 'El nombre completo',
    'Failure reason': 'La nota',
    Message: 'El mensaje',
    // Pictures
    'The photo': 'La foto',
    'The signature image': 'La imagen de la firma',
    // Statuses
    pending: 'pendiente',
    going: 'en camino',
    hold: 'en espera',
    'next-route': 'de la siguiente ruta',
    completed: 'completada',
    linked: 'vinculada',
    // Things that are counted
    'sign-in attempts': 'Demasiados intentos de iniciar sesión',
    attempts: 'Demasiados intentos',
    registrations: 'Demasiados registros',
    requests: 'Demasiadas solicitudes',
    messages: 'Demasiados mensajes',
    calls: 'Demasiadas solicitudes',
  };

  const missing: Record<string, string> = {
    Task: 'No se encontró la tarea',
    Driver: 'No se encontró al conductor',
    Photo: 'No se encontró la foto',
    Signature: 'No se encontró la firma',
    Shift: 'No se encontró el turno',
    User: 'No se encontró al usuario',
    Session: 'No se encontró la sesión',
    Device: 'No se encontró el dispositivo',
    Link: 'No se encontró el enlace',
    'API token': 'No se encontró la clave de API',
    'Tracker app': 'No se encontró la aplicación de rastreo',
    'What you want to undo was': 'No se encontró lo que quiere deshacer',
  };

  /** Statuses as drivers see them, where a task goes to. */
  const statusOf = (status: string) => (status === 'next-route' ? 'siguiente ruta' : named(status));
  const named = (name: string) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name);

  return {
    noPermission: 'No tiene permiso para hacer esto',
    notFound: ({ what }) => (Object.hasOwn(missing, what) ? (missing[what] ?? '') : 'No se encontró'),
    invalidId: 'El identificador no es válido',
    invalidRequest: 'La solicitud no es válida',
    signInFirst: 'Primero inicie sesión',
    passwordIsTemporary: ({ path }) => `Primero cambie la contraseña temporal, en ${path}`,
    notForTokens: 'Una clave de API no puede hacer esto. Inicie sesión para hacerlo.',
    busy: 'El servicio está ocupado. Intente de nuevo en unos segundos.',
    storageFull: 'No queda espacio. No se guardó nada.',
    readOnly: 'La base de datos es de solo lectura. No se guardó nada.',
    lockedByOthers: 'Otra persona está cambiando los mismos datos. Intente de nuevo.',
    changedByOthers: 'Otra persona cambió esto mientras tanto. Vuelva a cargar la página e intente de nuevo.',
    unsavable: 'Un valor no se puede guardar',
    unavailable: 'El servicio no está disponible por el momento. Intente de nuevo.',
    failed: 'Algo salió mal. Intente de nuevo.',
    tooManyTries: ({ what, minutes }) =>
      `${named(what)}. Intente de nuevo en ${String(minutes)} ${plural(minutes, { one: 'minuto', other: 'minutos' })}.`,
    formsOnly: 'Esta página solo acepta formularios',
    unknownFormField: 'El formulario tiene un campo desconocido',
    formUnreadable: 'No se puede leer el formulario',
    tooManyFormFields: 'El formulario tiene demasiados campos',
    formTextTooLong: 'Un texto del formulario es demasiado largo',
    formIncomplete: 'El formulario no está completo',

    required: ({ label }) => `Falta ${named(label)}`.replace(/ [A-Z]/, (letter) => letter.toLowerCase()),
    notText: ({ label }) => `${named(label)} debe ser un texto`,
    tooLong: ({ label, most }) =>
      `${named(label)} puede tener ${most.toLocaleString('es-US')} caracteres como máximo`,
    tooShort: ({ label, least }) => `${named(label)} debe tener ${String(least)} caracteres como mínimo`,
    unsavableCharacters: ({ label }) => `${named(label)} tiene caracteres que no se pueden guardar`,
    invisibleCharacters: ({ label }) => `${named(label)} tiene caracteres invisibles. Escríbalo de nuevo`,

    taskArchived: 'Esta tarea está archivada y ya no se puede cambiar',
    moveNotAllowed: ({ from, to }) => `Una tarea ${named(from)} no puede pasar a “${statusOf(to)}”`,
    moveNeedsReason: ({ from, to }) =>
      `Una tarea ${named(from)} no puede pasar a “${statusOf(to)}” sin un motivo`,
    partOfTransfer: 'Esta entrega es parte de un traslado. Cambie el traslado',
    goingWithoutDriver: 'Una tarea en camino necesita un conductor',
    signatureMissing: 'Se necesita una firma para completar una entrega',
    secondStop: 'Ya hay otra parada en curso',
    stopChangedReportAgain:
      'Esta parada se cambió en otro dispositivo o la cambió un despachador. Revise qué falta y repórtelo de nuevo.',
    alreadySigned: 'Esta entrega ya está firmada',
    notUndoable: 'Solo se pueden deshacer las tareas que usted completó en el último minuto',
    undoTooLate: ({ seconds }) =>
      `Es demasiado tarde: una acción se puede deshacer durante ${String(seconds)} segundos`,
    changedSince: 'Esto ya no se puede deshacer: se cambió después',
    tappedTooEarly: 'La hora de la acción es de hace más de 7 días',
    tappedTooEarlyField: 'Hace más de 7 días',
    tappedInFuture: 'La hora de la acción está en el futuro',
    tappedInFutureField: 'En el futuro',
    reasonWithoutHold: 'Un motivo solo se puede dar para una tarea en espera',
    reasonWithoutHoldField: 'Solo con el estado en espera',
    signerWithoutSignature: 'El nombre de quien firmó necesita una firma',
    signerWithoutSignatureField: 'Solo con una firma',
    invalidFailureReason: () => 'Elija un motivo; con “Otro”, escriba cuál',
    nothingChanged: 'No se cambió nada',
    nothingToArchive: 'No tiene tareas completadas para archivar',
    nothingForNextRoute: 'No hay tareas para la siguiente ruta',
    routeStillActive: 'Todavía hay tareas activas en esta ruta',
    onlyCompletedArchived: ({ status }) =>
      `Una tarea ${named(status)} no se puede archivar; solo las tareas completadas`,
    noDriverSelected: 'No se eligió un conductor',
    listChanged: 'La lista de tareas cambió. Vuelva a cargar la página e intente de nuevo',
    notInRoute: 'No es una tarea activa de este conductor',
    routeListChanged: 'La lista de tareas cambió. Pida otra ruta',
    routesUnavailable: 'No se puede calcular una ruta',
    noActiveTasks: 'No hay tareas activas para planear una ruta',
    positionNotNumber: 'Escriba un número',
    positionBelowOne: 'Escriba un número desde 1',

    pictureInvalid: ({ what }) => `${named(what)} no es válida`,
    pictureTooLarge: ({ what }) => `${named(what)} pesa más de 200 kB`,
    pictureInterlaced: ({ what }) =>
      `${named(what)} es un PNG entrelazado de más de 2 megapíxeles. Envíe un JPEG`,
    pictureTooManyPixels: ({ what, most }) => `${named(what)} tiene más de ${String(most)} megapíxeles`,
    photoUnreadable: 'No se puede leer la foto',
    photoBlank: 'La foto está en blanco',
    photoNotImage: 'La foto no se puede leer. Envíe un JPEG, PNG o WebP',
    signatureEmpty: 'La firma está vacía',
    tooManyPhotos: ({ most, taken }) =>
      `Una tarea puede tener ${String(most)} fotos como máximo` +
      (taken > 0 ? `; esta ya tiene ${String(taken)}` : ''),
    pictureCheckTooSlow: 'La revisión de la imagen tardó demasiado. Intente de nuevo.',
    tooManyPictures: 'Demasiadas imágenes a la vez. Intente de nuevo en un momento.',

    wrongCredentials: 'Usuario o contraseña incorrectos',
    tooManySignIns: 'Demasiadas personas inician sesión a la vez. Intente de nuevo.',
    registrationClosed: 'El registro está cerrado',
    usernameTaken: 'Este usuario ya existe',
    usernameTooShort: 'El usuario debe tener 3 caracteres como mínimo',
    usernameCharacters: 'El usuario solo puede tener letras, dígitos y . _ @ -',
    usernameLooksLikeOthers:
      'El usuario tiene letras que se parecen a otras. Use letras simples, y un solo alfabeto en cada palabra',
    passwordTooShortToSignIn: 'La contraseña debe tener 6 caracteres como mínimo',
    passwordTooShort: 'La contraseña debe tener 8 caracteres como mínimo',
    passwordIsUsername: 'La contraseña debe ser distinta del usuario',
    passwordOfDemo: 'Todos conocen esta contraseña de la demostración. Elija otra.',
    passwordTooCommon: 'Esta contraseña es demasiado común. Elija otra.',
    passwordsDiffer: 'Las contraseñas no son iguales',
    repeatPassword: 'Repita la contraseña nueva',
    currentPasswordRequired: 'Escriba su contraseña actual',
    currentPasswordWrong: 'La contraseña actual no es correcta',
    ownPasswordRequired: 'Escriba su propia contraseña',
    ownPasswordWrong: 'Su contraseña no es correcta',
    passwordSameAsCurrent: 'La contraseña nueva debe ser distinta de la actual',
    passwordSameAsTemporary: 'La contraseña nueva debe ser distinta de la temporal',
    temporaryPasswordReplaced: 'La contraseña temporal ya se cambió',
    passwordChangedMeanwhile:
      'La contraseña se cambió mientras tanto. Inicie sesión de nuevo para cambiarla.',
    emailForm: 'El correo electrónico debe ser como nombre@example.com',
    chooseTheme: 'Elija un tema',
    chooseTextSize: 'Elija un tamaño de texto',
    chooseTimeZone: 'Elija una zona horaria',

    tokenNameTaken: 'Ya tiene una clave con este nombre',
    chooseExpiry: 'Elija cuándo vence la clave',
    chooseDay: 'Elija un día',
    choosePeriodOrDay: 'Elija un plazo o una fecha',
    tokenDayPast: 'Elija hoy o un día posterior',
    tokenTooLong: 'Una clave puede ser válida 10 años como máximo',
    notificationsTwice: 'Las notificaciones se activaron dos veces a la vez. Intente de nuevo.',
    notificationsOff: 'Primero hay que activar las notificaciones',
    tooManyTrackers: ({ most }) =>
      `Un conductor puede tener ${String(most)} aplicaciones de rastreo como máximo`,

    writeMessage: 'Primero escriba un mensaje',
    completedMeanwhile: 'Esto ya se completó. Llame a la oficina.',
  };
};
