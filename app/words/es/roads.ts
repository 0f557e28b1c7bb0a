import type * as en from '~/words/en/roads';
import type { Translation } from '~/words/words';

export const roads: Translation<typeof en.roads> = () => ({
  sources: {
    google: 'Google, con tráfico',
    region: 'Tiempos de manejo',
    osrm: 'Tiempos de manejo',
    valhalla: 'Tiempos de manejo',
    estimate: 'Por distancia',
  },
});

export const roadNotes: Translation<typeof en.roadNotes> = () => ({
  outside: (places) =>
    `${places.join(', ')} ${places.length === 1 ? 'está' : 'están'} fuera del mapa de calles; los tiempos para llegar ahí y salir se calculan por distancia.`,
  tooMany: (most) => `El tráfico actual se consulta para ${String(most)} lugares a la vez como máximo`,
  noTraffic: 'El tráfico actual no está disponible en este momento',
  noRoads: 'Los tiempos de manejo no están disponibles en este momento',
  usingRoads: (why) => `${why}; se usan tiempos de manejo sin tráfico.`,
  estimating: (why) => `${why}; los tiempos se calculan por distancia.`,
});
