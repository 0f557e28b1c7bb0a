/** The driver's shift. */
import { part } from '~/words/words';

export const shift = part('words:shift', () => ({
  today: (hours: string) => `Today ${hours}`,
  yesterday: (hours: string) => `Yesterday ${hours}`,
  hours: (from: string, until: string) => `${from} to ${until}`,
  someBreak: (hours: string, duration: string) => `${hours}, with a break of ${duration}`,
  breakAt: (hours: string, from: string, until: string) => `${hours}, break ${from} to ${until}`,
}));
