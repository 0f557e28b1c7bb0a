/** Messages to customers in Spanish. */
import type { messages as english } from '~/words/en/messages';
import type { Translation } from '~/words/words';

export const messages: Translation<typeof english> = () => ({
  presets: {
    promised: {
      subject: 'Cuándo llegarán sus piezas',
      text: '{network}: La entrega a {account} ({address}) tiene hora prevista.\nLlegada: {arrival}\nFactura: {invoices}\nVer la entrega: {link}',
    },
    'on-the-way': {
      subject: 'Sus piezas van en camino',
      text: '{network}: El conductor va en camino a {account} ({address}).\nLlegada: {arrival}\nFactura: {invoices}\nVer la entrega: {link}',
    },
    next: {
      subject: 'Usted es la siguiente parada',
      text: '{network}: {account} es la siguiente parada del conductor.\nLlegada: {arrival}\nFactura: {invoices}\nVer la entrega: {link}',
    },
    late: {
      subject: 'Sus piezas llegarán con retraso',
      text: '{network}: La entrega a {account} ({address}) va con retraso.\nLlegada: {arrival}\nFactura: {invoices}\nVer la entrega: {link}',
    },
    delivered: {
      subject: 'Se entregaron sus piezas',
      text: '{network}: Entregado a {account}, {address}.\nFactura: {invoices}\nPrueba de entrega: {link}',
    },
    failed: {
      subject: 'No pudimos entregar sus piezas',
      text: '{network}: No se pudo completar la entrega a {account}, {address}. Por favor llame a la oficina.\nFactura: {invoices}',
    },
  },
  page: (link) => `Todas sus entregas, en cualquier momento: ${link}`,
  nothingOpen: 'No hay entregas pendientes.',
  more: (count) => `y otras ${count}`,
  to: ' a ',
  stopNote: 'Responda ALTO para terminar.',
  stopped: (network) =>
    `${network}: Ya no le enviaremos mensajes. Para recibirlos de nuevo, responda INICIAR y pida que los activemos.`,
  help: (network, office) =>
    `${network}: Avisos sobre sus entregas.${office && ` Llame al ${office}.`} Responda ALTO para terminar.`,
});
