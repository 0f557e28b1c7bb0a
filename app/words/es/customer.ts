/** The page of a customer's link in Spanish. */
import type { customer as english } from '~/words/en/customer';
import type { Translation } from '~/words/words';

export const customer: Translation<typeof english> = ({ plural }) => ({
  proofs: {
    delivery: 'Prueba de entrega',
    pickup: 'Prueba de recolección',
    transfer: 'Prueba de traslado',
  },
  proof: 'Prueba',
  deliveries: 'Entregas',
  noDeliveries: 'Hoy no hay entregas.',
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
  completed: 'Completado',
  ordered: 'Pedido',
  location: 'Lugar',
  driver: 'Conductor',
  notes: 'Notas',
  noSignature: 'No hay firma',
  signature: 'Firma',
  signatureOf: (name) => `Firma de ${name}`,
  signedBy: (name) => `Firmó ${name}`,
  photos: 'Fotos',
  photoOf: (number, count) => `Tomada en la parada, ${String(number)} de ${String(count)}`,
  activity: 'Actividad',
  span: (count, unit) =>
    `${String(count)} ${unit === 'day' ? plural(count, { one: 'día', other: 'días' }) : plural(count, { one: 'año', other: 'años' })}`,
  removed: {
    signatures: (after) => `Las firmas se borran después de ${after}`,
    photos: (after) => `Las fotos se borran después de ${after}`,
    events: (after) => `La actividad se borra después de ${after}`,
  },
});
