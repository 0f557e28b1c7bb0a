/** A driver's next run. It is loaded after the page. */
import { part } from '~/words/words';

export const run = part('words:run', ({ plural }) => ({
  next: 'Next run',
  stops: (count: number) => `${count} ${plural(count, { one: 'stop', other: 'stops' })}`,
  closes: 'closes ',
  closed: 'closed',
  minutes: (minutes: number) => `(${minutes} min)`,
}));
