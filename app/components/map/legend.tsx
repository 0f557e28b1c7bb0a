/** Explains the signs and colors of the map. This device stores if it is open. */
import { useState } from 'react';
import * as css from './map.css';
import { Pin } from './pin';
import { DRIVER_COLORS, GOING } from './scene';

const OPEN = 'map-legend';

type Sample = Parameters<typeof Pin>[0]['marker'];
const PLAIN: Sample = {
  tone: 'delivery',
  type: 'delivery',
  sign: 'D',
  badge: '',
  approximate: false,
  standing: null,
  driverColor: null,
};
type Entry = readonly [sample: Partial<Sample>, meaning: string];
const SAMPLES: readonly Entry[] = [
  [{}, 'Delivery'],
  [{ type: 'pickup', tone: 'pickup', sign: 'P' }, 'Pickup'],
  [{ type: 'transfer', tone: 'transfer', sign: 'T' }, 'Transfer'],
  [{ tone: 'urgent', sign: '!D' }, 'Urgent'],
  [{ tone: 'going', badge: GOING }, 'Going'],
  [{ tone: 'next-route' }, 'Next Route'],
  [{ tone: 'linked' }, 'Linked'],
  [{ tone: 'completed', sign: '✓' }, 'Completed'],
  [{ approximate: true }, 'Location is approximate (ZIP or street)'],
  [{ badge: '2' }, 'Several tasks at one place'],
  [{ members: [], sign: '12' }, 'Several stops'],
];

type Props = {
  /** The owner of the open list: a driver's id, or `NOBODY`. */
  selected: number | null;
  /** The name of the selected driver, if the stops are numbered. */
  name: string | undefined;
};

export function Legend({ selected, name }: Props) {
  const [isOpen, setOpen] = useState(wasOpen);
  const samples = selected === null ? SAMPLES : [[{ standing: 'faded' }, 'Other stops'] as const, ...SAMPLES];
  const driverColor = (selected ?? 0) % DRIVER_COLORS;
  const own = { standing: 'selected', driverColor, sign: '1' } as const;
  return (
    <details
      className={css.legend}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        remember(open);
      }}
    >
      <summary className={css.legendTitle}>Legend</summary>
      <ul className={css.legendList}>
        {name !== undefined && <Meaning entry={[own, `Stops of ${name}, in order`]} />}
        {samples.map((entry) => (
          <Meaning key={entry[1]} entry={entry} />
        ))}
      </ul>
    </details>
  );
}

const Meaning = ({ entry: [sample, meaning] }: { entry: Entry }) => (
  <li className={css.legendEntry}>
    <span className={css.legendSign}>
      <Pin marker={{ ...PLAIN, ...sample }} />
    </span>
    {meaning}
  </li>
);

function wasOpen(): boolean {
  try {
    return localStorage.getItem(OPEN) === '1';
  } catch {
    return false; // storage may be forbidden
  }
}

function remember(isOpen: boolean): void {
  try {
    if (isOpen) localStorage.setItem(OPEN, '1');
    else localStorage.removeItem(OPEN);
  } catch {
    // storage may be forbidden: the legend is closed again next time
  }
}
