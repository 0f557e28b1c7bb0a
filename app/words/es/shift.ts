import type * as en from '~/words/en/shift';
import type { Translation } from '~/words/words';

export const shift: Translation<typeof en.shift> = () => ({
  today: (hours) => `Hoy, ${hours}`,
  yesterday: (hours) => `Ayer, ${hours}`,
  hours: (from, until) => `de ${from} a ${until}`,
  someBreak: (hours, duration) => `${hours}, con un descanso de ${duration}`,
  breakAt: (hours, from, until) => `${hours}, descanso de ${from} a ${until}`,
});
