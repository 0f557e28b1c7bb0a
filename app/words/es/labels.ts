import type * as en from '~/words/en/labels';
import type { Translation } from '~/words/words';

export const types: Translation<typeof en.types> = () => ({
  delivery: 'Entrega',
  pickup: 'Recolección',
  transfer: 'Traslado',
});

export const statuses: Translation<typeof en.statuses> = () => ({
  pending: 'Pendiente',
  going: 'En camino',
  hold: 'En espera',
  'next-route': 'Siguiente ruta',
  completed: 'Completada',
  linked: 'Vinculada',
});

export const priorities: Translation<typeof en.priorities> = () => ({
  normal: 'Normal',
  high: 'Alta',
  urgent: 'Urgente',
});

export const facts: Translation<typeof en.facts> = () => ({
  invoice_number: 'Factura #',
  part_numbers: 'Pieza #',
  ship_via: 'Envío por',
});
