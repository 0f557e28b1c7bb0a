import type * as en from '~/words/en/order';
import type { Translation } from '~/words/words';

export const order: Translation<typeof en.order> = () => ({
  saved: 'Se guardó el orden de las tareas',
  keptOthers: 'Se conservaron los cambios de otras personas.',
  someone: 'Alguien',
  moved: (by, places) => `${by} movió ${places}.`,
  came: (by, places) => `${by} agregó ${places}.`,
  left: (by, places) => `${by} quitó ${places} de la lista.`,
  andMore: (places, count) => `${places} y ${count} más`,
  and: ' y ',
  looking: 'Buscando una ruta...',
  show: 'Mostrar ruta',
  suggest: 'Sugerir ruta',
  comeBack: 'Regresar al concesionario',
});

export const suggestion: Translation<typeof en.suggestion> = ({ plural }) => ({
  optimizationStart: 'Optimización ',
  optimizationEnd: 'de la ruta',
  noActive: 'No hay tareas activas para planear la ruta',
  notAvailable: 'La optimización de la ruta no está disponible',
  discarded: 'La sugerencia se desechó porque las tareas cambiaron.',
  failed: 'No se pudo optimizar la ruta. Intente de nuevo.',
  appliedFor: 'Ruta aplicada para',
  displayedFor: 'Ruta mostrada para',
  optimizedFor: 'Ruta optimizada para',
  estimated: '(por distancia)',
  saved: (minutes) => `Ahorra ${minutes}`,
  heading: 'Orden sugerido de la ruta',
  distance: 'Distancia total',
  time: 'Tiempo total',
  source: 'Fuente',
  applied: 'El orden de la ruta se aplicó a la lista de tareas',
  sketch: 'La ruta sugerida en un mapa',
  arrivesAbout: 'Llega aprox. ',
  minutesLate: (minutes) => `, ${minutes} de retraso`,
  noWayBack: 'El concesionario del conductor todavía no está en el mapa; por eso, no se incluye el regreso.',
  notOnMap: (count) =>
    plural(count, {
      one: `${count} tarea todavía no está en el mapa y va al final.`,
      other: `${count} tareas todavía no están en el mapa y van al final.`,
    }),
  apply: 'Aplicar el orden de la ruta',
  applying: 'Aplicando...',
  expired: 'Su sesión terminó. Actualice la página e inicie sesión otra vez.',
  applyFailed: 'No se pudo aplicar la ruta optimizada. Intente de nuevo.',
});
