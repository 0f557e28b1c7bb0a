/** The page of a customer's link in Spanish. */
import type { link as english } from '~/words/en/link';
import type { Translation } from '~/words/words';

export const link: Translation<typeof english> = ({ plural }) => ({
  proof: 'Prueba',
  noneOpen: 'No hay entregas pendientes.',
  openOne: 'Abra una entrega para escribir a la oficina o para ver su prueba.',
  all: 'Todas las entregas',
  onTheWay: 'En camino',
  failedWhy: 'El conductor no pudo completar esta parada. Se programará de nuevo.',
  notSetOut: 'Todavía no está en camino.',
  noneBefore: 'No hay otra parada antes de la suya.',
  stopsBefore: (count) =>
    `${plural(count, { one: 'Hay 1 parada', other: `Hay ${String(count)} paradas` })} antes de la suya. El orden puede cambiar.`,
  away: (distance, time) => `Distancia aproximada del conductor en línea recta (${time}): ${distance}.`,
  asOf: (time) => `Actualizado: ${time}`,
  loadAgain: 'Vuelva a cargar esta página para ver novedades.',
  line: 'Mensaje a la oficina',
  lineHint: 'Una línea, por ejemplo dónde dejar las piezas',
  lineSent: 'La oficina recibió su mensaje.',
  send: 'Enviar',
  tryLater: 'Intente más tarde',
  closed: 'Este enlace no se puede abrir',
  closedWhy:
    'Puede que haya vencido o se haya anulado, o que esté incompleto. Pida un enlace nuevo a quien se lo envió.',
  ordered: 'Pedido',
  span: (count, unit) =>
    `${String(count)} ${unit === 'day' ? plural(count, { one: 'día', other: 'días' }) : plural(count, { one: 'año', other: 'años' })}`,
  removed: {
    signatures: (after) => `Las firmas se borran después de ${after}`,
    photos: (after) => `Las fotos se borran después de ${after}`,
    events: (after) => `La actividad se borra después de ${after}`,
  },
});
