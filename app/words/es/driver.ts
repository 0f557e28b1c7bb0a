import type * as en from '~/words/en/driver';
import type { Translation } from '~/words/words';

export const driver: Translation<typeof en.driver> = ({ plural }) => {
  const tasks = (count: number) => `${count} ${plural(count, { one: 'tarea', other: 'tareas' })}`;
  return {
    pageTitle: 'Panel del conductor · Parts Dispatch',
    title: 'Panel del conductor',
    tabsLabel: 'Mis tareas por estado',
    tabs: { active: 'Activas', 'next-route': 'Siguiente', hold: 'En espera', completed: 'Completadas' },
    activeRoute: 'Ruta activa',
    noTasks: 'No hay tareas con este estado',
    editOrder: 'Cambiar orden',
    doneEditing: 'Listo',
    saving: 'Guardando...',
    stopOf: (stop, total) => `Parada ${stop} de ${total}`,
    allDone: 'Todas las paradas completadas',
    doneAbout: 'termina aprox. ',
    progress: (done, total) => `${done} de ${total} paradas completadas`,
    underWay: (count) => `${count} en curso`,
    toCome: (count) => `${count} por hacer`,
    urgent: (count) => `${count} ${plural(count, { one: 'urgente', other: 'urgentes' })}`,
    late: (count) => `${count} con retraso`,
    going: 'En camino',
    goingPending: 'En camino...',
    notGoing: 'Todavía no voy',
    notGoingPending: 'Cambiando...',
    fail: 'No se pudo completar',
    problem: '¿Problema?',
    complete: 'Completar',
    completing: 'Completando...',
    counted: {
      delivery: (count) => `${count} ${plural(count, { one: 'entrega', other: 'entregas' })}`,
      pickup: (count) => `${count} ${plural(count, { one: 'recolección', other: 'recolecciones' })}`,
      transfer: (count) => `${count} ${plural(count, { one: 'traslado', other: 'traslados' })}`,
    },
    withSignature: ' · firma',
    endRoute: 'Terminar ruta',
    endingRoute: 'Terminando la ruta...',
    archives: (count) => `archiva ${count} ${plural(count, { one: 'completada', other: 'completadas' })}`,
    startRoute: 'Empezar la siguiente ruta',
    starting: 'Empezando...',
    startRun: 'Empezar la salida',
    starts: (count) => `pone ${count} como ${plural(count, { one: 'pendiente', other: 'pendientes' })}`,
    waiting: 'Por enviar',
    addedHere: 'Agregadas aquí',
    include: (count) =>
      plural(count, {
        one: `Se agregó ${tasks(count)} aquí. ¿Incluirla?`,
        other: `Se agregaron ${tasks(count)} aquí. ¿Incluirlas?`,
      }),
    includeButton: 'Incluir',
    including: 'Incluyendo...',
    ok: 'Entendido',
    routeChanged: 'Su ruta cambió',
    arrived: (count) => (count === 1 ? 'Llegó una tarea nueva' : `Llegaron ${count} tareas nuevas`),
    goingTo: (place) => `En camino a ${place}`,
    notGoingTo: (place) => `Todavía no va a ${place}`,
    completedAt: (place) => `Completada: ${place}`,
    undo: 'Deshacer',
    underWayAgain: (place) => `${place} está en curso otra vez`,
    error: 'Error',
    dismiss: 'Cerrar',
    noCompleted: 'No hay tareas completadas',
    failed: 'No se pudieron actualizar las tareas',
    endFailed: 'No se pudo terminar la ruta',
    startFailed: 'No se pudo empezar la siguiente ruta',
    routeEnded: 'Ruta terminada',
    routeEndedText:
      'Se archivaron todas las tareas completadas, y las de la siguiente ruta ahora están pendientes',
    routeStarted: 'Ruta empezada',
    routeStartedText: 'Las tareas de la siguiente ruta ahora están pendientes',
    runStarted: 'Salida empezada',
    runStartedText: 'Sus paradas están en su ruta',
    reported: 'Reportado',
    reportedText: 'Se avisó al despachador.',
    sendingPhotos: 'Enviando fotos ',
    waitingToSend: 'Por enviar.',
    kept: (count) =>
      plural(count, {
        one: `${count} acción está guardada en este teléfono y se enviará cuando vuelva la conexión.`,
        other: `${count} acciones están guardadas en este teléfono y se enviarán cuando vuelva la conexión.`,
      }),
    tryNow: 'Intentar ahora',
    stopChanged: 'Esta parada cambió.',
    notUnderWay: 'Esta parada no está en curso.',
    noTasksHere: 'No hay tareas en esta parada',
    chooseReason: 'Elija un motivo',
    longNote: (most) => `La nota puede tener ${most} caracteres como máximo`,
    sayWhy: 'Diga por qué no se pudo completar',
  };
};

export const hints: Translation<typeof en.hints> = () => ({
  first:
    'El despachador le asigna las tareas. Aparecen aquí automáticamente, en el orden de su ruta. Toque En camino cuando salga hacia la primera parada.',
  homeScreen:
    'Elija “Agregar a la pantalla de inicio” en el menú de su navegador para abrir esta página como una aplicación.',
});
