/** Proofs of deliveries in Spanish. */
import type { customer as english } from '~/words/en/customer';
import type { Translation } from '~/words/words';

export const customer: Translation<typeof english> = () => ({
  proofs: {
    delivery: 'Prueba de entrega',
    pickup: 'Prueba de recolección',
    transfer: 'Prueba de traslado',
  },
  deliveries: 'Entregas',
  noDeliveries: 'Ese día no hay entregas.',
  print: 'Imprimir',
  completed: 'Completado',
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
});
