/** Invents the last two weeks of a courier network by pseudorandom numbers, in business time. */
import { ACCOUNTS, DEALERSHIPS, DRIVER_NAMES } from './accounts';
import { diceOf, type Dice } from './dice';
import { archived, completed, failed, going, linkedDelivery, onTheMap, type Step, type Story } from './story';
import { clock, type Day, type Place, type World } from './world';

const SATURDAY = 6;
const SUNDAY = 7;

// Minutes after midnight.
const EARLIEST = 7 * 60 + 5;
const OPENING = 7 * 60 + 50;
const NOON_BREAK = 12 * 60 + 30;
const CLOSING = 17 * 60 + 15;

/** Today's part of the archive ends with the last route that has ended by now. */
export function archiveStories(world: World): Story[] {
  const dice = diceOf(1907);
  return [...world.past, world.today]
    .filter(({ weekday }) => weekday !== SUNDAY)
    .flatMap((day) => workday(world, dice, day))
    .filter(({ steps }) => steps.every(({ at, arrivedAt = at }) => arrivedAt <= world.now));
}

function workday(world: World, dice: Dice, day: Day): Story[] {
  const short = day.weekday === SATURDAY;
  const drivers = dice.shuffle(DRIVER_NAMES);
  const crew = drivers.slice(0, short ? 3 : 6);
  const count = short ? dice.between(3, 6) : dice.between(9, 17);
  const closing = short ? NOON_BREAK : CLOSING;
  const stories = crew.flatMap((driver, index) => {
    const share = Math.floor(count / crew.length) + (index < count % crew.length ? 1 : 0);
    return shift(world, dice, day, driver, share, closing);
  });
  if (short) return stories;
  const [from, to] = drivers.slice(6);
  // A transfer needs both of its parts; today's might not be finished yet.
  if (from && to && day !== world.today && dice.chance(0.4))
    stories.push(...relay(world, dice, day, from, to));
  if (dice.chance(0.4)) stories.push(fetchedByCustomer(world, dice, day));
  return stories;
}

/** A driver's stops of one day, spread over it, and their archiving at noon and in the evening. */
function shift(world: World, dice: Dice, day: Day, driver: string, share: number, closing: number): Story[] {
  if (share === 0) return [];
  const stops = share > 1 && dice.chance(0.35) ? share - 1 : share;
  const span = (closing - OPENING) / stops;
  const timed: { story: Story; done: number; arrived: number }[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    const done = Math.floor(OPENING + span * (stop + 0.35 + dice.next() * 0.55));
    const arrived = dice.chance(0.06) ? done + dice.between(7, 26) : done;
    const visit = { left: done - dice.between(9, 22), done, arrived };
    const first = task(world, dice, day, driver, visit);
    timed.push({ story: first, done, arrived });
    if (stop === 0 && stops < share) timed.push({ story: another(dice, first), done, arrived });
  }
  for (const half of [
    timed.filter(({ done }) => done < NOON_BREAK),
    timed.filter(({ done }) => done >= NOON_BREAK),
  ]) {
    const end = Math.max(...half.map(({ arrived }) => arrived)) + dice.between(4, 11);
    for (const { story } of half) story.steps.push(archived(clock(day, end), world.userId(driver)));
  }
  return timed.map(({ story }) => story);
}

type Visit = { left: number; done: number; arrived: number };

function task(world: World, dice: Dice, day: Day, driver: string, visit: Visit): Story {
  const driverId = world.userId(driver);
  const dealership = world.dealershipOf(driver);
  const type = dice.pick(TYPES);
  const where = type === 'transfer' ? homeOf(world, dealership) : placeFor(world, dice, type);
  const { created, before, start } = beginning(world, dice, day, type, driverId, visit.left);
  return {
    start: {
      type,
      ...onTheMap(where),
      account_id: type === 'delivery' ? where.accountId : null,
      ...itemsOf(dice, type, dealership),
      notes: dice.chance(0.2) ? dice.pick(NOTES) : '',
      priority: dice.chance(0.1) ? 'urgent' : dice.chance(0.06) ? 'high' : 'normal',
      dealership,
      driver_id: driverId,
      ...(type === 'pickup' &&
        dice.chance(0.6) && {
          account_id: placeFor(world, dice, 'delivery').accountId,
        }),
      ...(type === 'transfer' && destinationOf(elsewhereThan(world, dice, dealership))),
      ...start,
    },
    createdAt: clock(day, created),
    createdBy: world.userId(dice.chance(0.8) ? 'dispatcher' : 'admin'),
    steps: [
      ...before,
      ...finish(world, day, driver, visit, type === 'delivery' ? where.receiver : undefined),
    ],
  };
}

function finish(world: World, day: Day, driver: string, visit: Visit, signedBy: string | undefined): Step[] {
  const driverId = world.userId(driver);
  const arrivedAt = visit.arrived > visit.done ? clock(day, visit.arrived) : undefined;
  return [
    going(clock(day, visit.left), driverId),
    completed(clock(day, visit.done), driverId, { signedBy, arrivedAt }),
  ];
}

type Beginning = { created: number; before: Step[]; start: Partial<Story['start']> };

/** The steps of a task until its driver sets out. */
function beginning(
  world: World,
  dice: Dice,
  day: Day,
  type: Story['start']['type'],
  driverId: number,
  left: number,
): Beginning {
  const dispatcher = world.userId('dispatcher');
  const created = Math.max(EARLIEST, left - dice.between(25, 170));
  const kind = dice.next();

  if (kind < 0.15) {
    const at = clock(day, Math.ceil((created + left) / 2));
    const assigned: Step = { action: 'assigned', at, by: dispatcher, set: { driver_id: driverId } };
    return { created, before: [assigned], start: { driver_id: null } };
  }
  if (kind < 0.4 && type === 'delivery') return held(dice, day, dispatcher, left);
  if (kind > 0.95 && left - 75 > EARLIEST) {
    const start = left - dice.between(50, 60);
    const before = [
      going(clock(day, start), driverId),
      failed(clock(day, start + 14), driverId, dice.pick(FAILURES)),
      {
        ...pending(clock(day, start + 21), dispatcher),
        set: { status: 'pending' as const, failure_reason: null },
      },
    ];
    return { created: Math.min(created, start - 8), before, start: {} };
  }
  return { created, before: [], start: {} };
}

/**
 * A hold until a full hour: the task is released early enough to arrive in time, or at that hour, which makes
 * it late.
 */
function held(dice: Dice, day: Day, dispatcher: number, left: number): Beginning {
  const lastHour = Math.floor((left - 4) / 60) * 60;
  if (dice.chance(0.5) && lastHour - 45 >= EARLIEST) {
    return {
      created: Math.max(EARLIEST, lastHour - dice.between(45, 130)),
      before: [pending(clock(day, lastHour), null)],
      start: { status: 'hold', need_by: clock(day, lastHour) },
    };
  }
  return {
    created: Math.max(EARLIEST, left - dice.between(60, 150)),
    before: [pending(clock(day, left - dice.between(5, 12)), dispatcher)],
    start: { status: 'hold', need_by: clock(day, (Math.floor(left / 60) + dice.between(1, 3)) * 60) },
  };
}

const pending = (at: Date, by: number | null): Step => ({
  action: by === null ? 'released' : 'pending',
  at,
  by,
  set: { status: 'pending' },
});

/** Returns one more invoice or part at the same stop. */
function another(dice: Dice, first: Story): Story {
  const { type, dealership } = first.start;
  return {
    ...first,
    start: { ...first.start, ...itemsOf(dice, type, dealership ?? null), notes: '' },
    steps: [...first.steps],
  };
}

/** A transfer in the morning, and its delivery by another driver in the afternoon. */
function relay(world: World, dice: Dice, day: Day, from: string, to: string): Story[] {
  const morning = dice.between(9 * 60, 11 * 60);
  const afternoon = dice.between(13 * 60, 16 * 60);
  const dealership = world.dealershipOf(from);
  const destination = elsewhereThan(world, dice, dealership);
  const transfer: Story = {
    start: {
      type: 'transfer',
      ...onTheMap(homeOf(world, dealership)),
      ...itemsOf(dice, 'transfer', dealership),
      ...destinationOf(destination),
      transfer_to_driver_id: world.userId(to),
      dealership,
      driver_id: world.userId(from),
    },
    createdAt: clock(day, morning - dice.between(50, 100)),
    createdBy: world.userId('dispatcher'),
    steps: [],
  };
  const visit = { left: morning - 15, done: morning, arrived: morning };
  transfer.steps.push(...finish(world, day, from, visit, undefined));
  const delivery = linkedDelivery(world, transfer, destination, to);
  const second = { left: afternoon - 24, done: afternoon, arrived: afternoon };
  delivery.steps.push(...finish(world, day, to, second, destination.receiver));
  transfer.steps.push(archived(clock(day, morning + 6), world.userId(from)));
  delivery.steps.push(archived(clock(day, afternoon + 8), world.userId(to)));
  return [transfer, delivery];
}

/** A delivery that never had a driver: the dispatcher completed it without a signature. */
function fetchedByCustomer(world: World, dice: Dice, day: Day): Story {
  const dispatcher = world.userId('dispatcher');
  const done = dice.between(10 * 60, 16 * 60);
  const dealership = world.dealershipOf('dispatcher');
  const where = placeFor(world, dice, 'delivery');
  return {
    start: {
      type: 'delivery',
      ...onTheMap(where),
      account_id: where.accountId,
      ...itemsOf(dice, 'delivery', dealership),
      notes: 'Picked up at our counter by the customer.',
      dealership,
    },
    createdAt: clock(day, done - dice.between(40, 150)),
    createdBy: dispatcher,
    steps: [completed(clock(day, done), dispatcher), archived(clock(day, 17 * 60 + 40), dispatcher)],
  };
}

const TYPES = [
  'delivery',
  'delivery',
  'delivery',
  'delivery',
  'delivery',
  'pickup',
  'pickup',
  'pickup',
  'transfer',
] as const;

function placeFor(world: World, dice: Dice, type: 'delivery' | 'pickup'): Place {
  const wanted = type === 'pickup' ? ['vendor', 'dealership'] : ['shop', 'shop', 'dealership'];
  const accountType = dice.pick(wanted);
  const { name, addresses } = dice.pick(ACCOUNTS.filter((account) => account.accountType === accountType));
  return world.place(name, dice.chance(0.7) ? 0 : dice.between(0, addresses.length - 1));
}

const homeOf = (world: World, dealership: string | null) =>
  world.place(DEALERSHIPS.find(({ name }) => name === dealership)?.fullname ?? '');

const elsewhereThan = (world: World, dice: Dice, dealership: string | null) =>
  world.place(dice.pick(DEALERSHIPS.filter(({ name }) => name !== dealership)).fullname);

const destinationOf = ({ location, address, accountId }: Place) => ({
  account_id: accountId,
  transfer_destination_location: location,
  transfer_destination_address: address,
});

function itemsOf(dice: Dice, type: string, dealership: string | null) {
  const count = dice.chance(0.3) ? 2 : 1;
  const items = Array.from({ length: count }, () =>
    type === 'delivery'
      ? `${INVOICE_PREFIXES[dealership ?? ''] ?? 'INV'}-${String(dice.between(10_000, 47_999))}`
      : partNumber(dice, dealership),
  );
  return { [type === 'delivery' ? 'invoice_number' : 'part_numbers']: items.join(', ') };
}

const INVOICE_PREFIXES: Record<string, string> = { Buick: 'B', Ford: 'F', 'Hyundai CDJR': 'H', Jeep: 'J' };

const LETTERS = Array.from('ABCDEFGHJKLMNPRSTUVWZ');

/** Makes part numbers in the style of the car makers. */
function partNumber(dice: Dice, dealership: string | null): string {
  const letters = (count: number) => Array.from({ length: count }, () => dice.pick(LETTERS)).join('');
  if (dealership === 'Ford') {
    return `${letters(1)}L${String(dice.between(1, 9))}Z-${String(dice.between(1000, 9999))}-${letters(1)}`;
  }
  if (dealership === 'Hyundai CDJR' || dealership === 'Jeep')
    return `68${String(dice.between(100_000, 599_999))}A${letters(1)}`;
  return String(dice.between(84_000_000, 84_999_999));
}

const NOTES = [
  'Call when you are ten minutes out.',
  'Use the alley entrance.',
  'Cash on delivery was settled by phone.',
  'Fragile: glass.',
  'Counter closes for lunch at noon.',
  'Bring the core back.',
  'Two people to lift.',
  'Ask for the service writer.',
];

const FAILURES = ['closed', 'nobody there', 'wrong or missing part', 'other: road closed by a train'];
