/** One sentence that says where a task is. Its pieces are joined with commas, and it begins with a capital letter. */
import { part } from '~/words/words';

export const where = part('words:where', () => {
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });
  return {
    planned: 'planned',
    noDriver: 'planned, no driver yet',
    onTheWay: 'on the way',
    next: 'next stop',
    place: (place: number) => `${String(place)}${endings[ordinals.select(place)] ?? 'th'} stop`,
    setOut: (time: string) => `the driver set out ${time}`,
    arrived: (time: string) => `the driver arrived ${time}`,
    there: (range: string) => `there ${range}`,
    promised: (range: string) => `promised ${range}`,
    waitsForRun: (run: string, time: string) => `waits for ${run} ${time}`,
    waits: 'waits for the next route',
    held: 'on hold',
    heldUntil: (time: string) => `on hold until ${time}`,
    transfer: 'waits until another driver hands it over',
    /** @param reason empty if there is none to tell. */
    failed: (reason: string) => `could not complete${reason && `: ${reason}`}`,
    nextRun: (run: string, time: string) => `. Next ${run} ${time}`,
    done: {
      delivery: (time: string) => `delivered ${time}`,
      pickup: (time: string) => `picked up ${time}`,
      transfer: (time: string) => `handed over ${time}`,
    },
    signed: (name: string) => `signed ${name}`,
  };
});
