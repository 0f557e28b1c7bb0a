/** Messages to customers in Spanish. */
import type { messages as english } from '~/words/en/messages';
import type { Translation } from '~/words/words';

export const messages: Translation<typeof english> = () => ({
  presets: {
    promised: {
      subject: 'Cuándo llegarán sus piezas',
      text: '{network}: La entrega a {account} ({address}) está planeada.\nLlegada: {arrival}\nFactura: {invoices}\nDónde está: {link}',
    },
    'on-the-way': {
      subject: 'Sus piezas van en camino',
      text: '{network}: El conductor va en camino a {account} ({address}).\nLlegada: {arrival}\nFactura: {invoices}\nDónde está: {link}',
    },
    next: {
      subject: 'Usted es la siguiente parada',
      text: '{network}: {account} es la siguiente parada del conductor.\nLlegada: {arrival}\nFactura: {invoices}\nDónde está: {link}',
    },
    late: {
      subject: 'Sus piezas llegarán más tarde de lo previsto',
      text: '{network}: La entrega a {account} ({address}) llegará más tarde de lo previsto.\nLlegada: {arrival}\nFactura: {invoices}\nDónde está: {link}',
    },
    delivered: {
      subject: 'Sus piezas fueron entregadas',
      text: '{network}: Se entregó a {account}, {address}.\nFactura: {invoices}\nPrueba de entrega: {link}',
    },
    failed: {
      subject: 'No pudimos entregar sus piezas',
      text: '{network}: No se pudo completar la entrega a {account}, {address}. Por favor llámenos.\nFactura: {invoices}',
    },
  },
  to: ' a ',
  stopNote: 'Responda ALTO para no recibir más.',
  stopped: (network) =>
    `${network}: Ya no recibirá mensajes. Para recibirlos de nuevo, responda INICIAR y pida que los activemos.`,
  help: (network, office) =>
    `${network}: Noticias de sus entregas.${office && ` Llame al ${office}.`} Responda ALTO para no recibir más.`,
});
