import type * as en from '~/words/en/roads';
import type { Translation } from '~/words/words';

export const roads: Translation<typeof en.roads> = () => ({
  sources: {
    google: 'Google, con tráfico',
    region: 'Tiempos por calles',
    osrm: 'Tiempos por calles',
    valhalla: 'Tiempos por calles',
    estimate: 'Según la distancia',
  },
});

export const roadNotes: Translation<typeof en.roadNotes> = () => ({
  outside: (places) =>
    `${places.join(', ')} ${places.length === 1 ? 'está' : 'están'} fuera del mapa de calles; los tiempos de ida y vuelta se estiman según la distancia.`,
  tooMany: (most) => `El tráfico actual se consulta para ${String(most)} lugares a la vez como máximo`,
  noTraffic: 'El tráfico actual no está disponible en este momento',
  noRoads: 'Los tiempos por calles no están disponibles en este momento',
  usingRoads: (why) => `${why}; se usan tiempos por calles, sin tráfico.`,
  estimating: (why) => `${why}; los tiempos se estiman según la distancia.`,
});
