/** Changes by others to a list while a person reordered it. Safe in the browser. */

import { order as words } from '~/words/en/order';

export const ORDER_CHANGES = ['moved', 'came', 'left'] as const;

export type OrderChange = {
  taskId: number;
  location: string;
  change: (typeof ORDER_CHANGES)[number];
  /** The person's name; null for the system. */
  by: string | null;
};

/** The toast for a saved order. If it reports changes by others, it stays until it is closed. */
export const orderSaved = (changes: OrderChange[]) => ({
  title: words.saved,
  ...(changes.length > 0 && { description: linesOf(changes), stays: true }),
});

const MOST_NAMED = 3;

/** Makes one line for each person and kind of change. */
function linesOf(changes: OrderChange[]): string {
  const lines = ORDER_CHANGES.flatMap((kind) => {
    const ofKind = changes.filter(({ change }) => change === kind);
    const people = [...new Set(ofKind.map(({ by }) => by))];
    return people.map((by) => {
      const places = ofKind.filter((each) => each.by === by).map(({ location }) => location);
      return words[kind](by ?? words.someone, listed(places));
    });
  });
  return [words.keptOthers, ...lines].join('\n');
}

function listed(all: string[]): string {
  const places = [...new Set(all)];
  const named = places.slice(0, MOST_NAMED);
  const more = places.length - named.length;
  if (more > 0) return words.andMore(named.join(', '), more);
  return [named.slice(0, -1).join(', '), ...named.slice(-1)].filter(Boolean).join(words.and);
}
