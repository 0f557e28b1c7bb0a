/** Messages to customers, and answers to theirs. */
import { part } from '~/words/words';

export const messages = part('words:messages', () => ({
  /** Until an admin has written others. A line with `{link}` is left out where there is no link. */
  presets: {
    promised: {
      subject: 'When your parts will come',
      text: '{network}: The delivery to {account} ({address}) is planned.\nExpected: {arrival}\nInvoice: {invoices}\nWhere it is: {link}',
    },
    'on-the-way': {
      subject: 'Your parts are on the way',
      text: '{network}: The driver is on the way to {account} ({address}).\nExpected: {arrival}\nInvoice: {invoices}\nWhere it is: {link}',
    },
    next: {
      subject: 'You are the next stop',
      text: '{network}: {account} is the driver’s next stop.\nExpected: {arrival}\nInvoice: {invoices}\nWhere it is: {link}',
    },
    late: {
      subject: 'Your parts will come later than planned',
      text: '{network}: The delivery to {account} ({address}) will be later than planned.\nExpected: {arrival}\nInvoice: {invoices}\nWhere it is: {link}',
    },
    delivered: {
      subject: 'Your parts have been delivered',
      text: '{network}: Delivered to {account}, {address}.\nInvoice: {invoices}\nProof of delivery: {link}',
    },
    failed: {
      subject: 'We could not deliver your parts',
      text: '{network}: The delivery to {account}, {address}, could not be completed. Please call us.\nInvoice: {invoices}',
    },
  },
  /** Ends the first message to a contact. */
  page: (link: string) => `All your deliveries, at any time: ${link}`,
  /** Answers to WHERE. */
  nothingOpen: 'No open deliveries.',
  more: (count: number) => `and ${count} more`,
  /** Between two times: `10:40 AM to 10:55 AM`. */
  to: ' to ',
  /** Ends every text message, as its receivers must know how to end them. */
  stopNote: 'Reply STOP to end.',
  stopped: (network: string) =>
    `${network}: You will get no more messages. To get them again, reply START and ask us to turn them on.`,
  /** @param office the phone number; empty if there is none. */
  help: (network: string, office: string) =>
    `${network}: News about your deliveries.${office && ` Call ${office}.`} Reply STOP to end.`,
}));
