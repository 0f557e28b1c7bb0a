/** The demo's day: who has what to do, written compactly. Numbers are indexes into the demo's drivers and accounts. */
import { ACCOUNTS, type DemoAccount } from './places';

export type DemoTask = {
  type: 'pickup' | 'delivery' | 'transfer';
  status: 'pending' | 'going' | 'hold' | 'next-route' | 'completed';
  account: DemoAccount;
  /** Index of the driver; null for nobody yet. */
  driver: number | null;
  priority: 'normal' | 'high' | 'urgent';
  notes: string;
  needByHours: number | null;
  destination: DemoAccount | null;
  /** Transfers: who takes over. */
  transferTo: number | null;
};

const shops = ACCOUNTS.filter(({ type }) => type === 'shop');
const sources = ACCOUNTS.filter(({ type }) => type !== 'shop');
const at = <Item>(items: Item[], index: number): Item => items[index % items.length] as Item;

const NOTES = ['', '', 'Ask for the parts counter.', '', 'Dock is behind the building.', '', 'Call ten minutes ahead.', ''];

/** What driver `d` has today, by status: [pending, next-route, hold, completed, going]. */
const LOAD = [
  [5, 2, 1, 2, 1],
  [4, 1, 1, 1, 1],
  [3, 1, 0, 2, 0],
  [4, 0, 1, 1, 2],
  [2, 2, 0, 0, 0],
  [0, 1, 1, 3, 0],
  [3, 0, 0, 1, 1],
  [0, 0, 0, 0, 0],
] as const;

const STATUSES = ['pending', 'next-route', 'hold', 'completed', 'going'] as const;

export function demoTasks(): DemoTask[] {
  const tasks: DemoTask[] = [];
  let n = 0;
  const add = (driver: number | null, status: DemoTask['status'], place?: DemoAccount) => {
    n += 1;
    const type = n % 3 === 0 ? 'pickup' : 'delivery';
    tasks.push({
      type,
      status,
      account: place ?? (type === 'pickup' ? at(sources, n * 7) : at(shops, n * 3)),
      driver,
      priority: n % 17 === 0 ? 'urgent' : n % 23 === 0 ? 'high' : 'normal',
      notes: at(NOTES, n),
      needByHours: status === 'hold' ? (n % 2 === 0 ? 3 : 22) : null,
      destination: type === 'pickup' && n % 2 === 0 ? at(shops, n * 5) : null,
      transferTo: null,
    });
  };
  LOAD.forEach((counts, driver) => {
    STATUSES.forEach((status, s) => {
      // What is going is one stop.
      const place = status === 'going' ? at(shops, driver * 4 + 1) : undefined;
      for (let i = 0; i < (counts[s] ?? 0); i += 1) add(driver, status, place);
    });
  });
  // Two more tasks at a stop that is there already, so that a stack shows.
  const [first] = tasks;
  if (first) for (let i = 0; i < 2; i += 1) add(0, 'pending', first.account);
  for (let i = 0; i < 5; i += 1) add(null, i === 4 ? 'next-route' : 'pending');
  tasks.push(
    { ...transfer(0, 1, 'pending'), notes: 'Hand over at the north lot.' },
    transfer(4, 5, 'pending'),
  );
  return tasks;
}

const transfer = (driver: number, transferTo: number, status: DemoTask['status']): DemoTask => ({
  type: 'transfer',
  status,
  account: at(sources, driver + 15),
  driver,
  priority: 'normal',
  notes: '',
  needByHours: null,
  destination: at(shops, driver * 2 + 6),
  transferTo,
});
