/** The tasks on the board when the demo starts. Times are minutes before now. */
import { completed, failed, going, linkedDelivery, onTheMap, type Step, type Story } from './story';
import { clock, minutesAfter, type Place, type World } from './world';

export type Details = {
  status?: 'pending' | 'going' | 'hold' | 'next-route' | 'completed';
  /** The time since when it has this status. */
  since?: number;
  priority?: 'high' | 'urgent' | undefined;
  notes?: string;
  /** The time when the dispatcher gave it to its driver, if later than its creation. */
  assigned?: number;
  needBy?: 'today' | 'tomorrow';
  /** The reason why the driver could not complete it. */
  failure?: string;
  /** The completion reached the server this many minutes after the tap. */
  lateBy?: number;
  /** Number of the account's address; 0 is the default. */
  branch?: number;
};

export type Planned = Details & {
  type: 'delivery' | 'pickup' | 'transfer';
  where: string;
  /** Invoice or part numbers. */
  items: string;
  created: number;
  /** The account or dealership that the part goes to. */
  goesTo?: string;
  /** The driver who makes the delivery after the transfer. */
  handedTo?: string;
};

export const delivery = (where: string, items: string, created: number, details: Details = {}): Planned => ({
  type: 'delivery',
  where,
  items,
  created,
  ...details,
});

export const pickup = (
  where: string,
  items: string,
  goesTo: string | undefined,
  created: number,
  details: Details = {},
): Planned => ({ type: 'pickup', where, items, goesTo, created, ...details });

type Handover = { to: string; by: string };

const transfer = (
  where: string,
  items: string,
  { to, by }: Handover,
  created: number,
  details: Details = {},
): Planned => ({
  type: 'transfer',
  where,
  items,
  goesTo: to,
  handedTo: by,
  created,
  ...details,
});

const BUICK = 'Northland Buick GMC';
const CHEVROLET = 'Kaw Point Chevrolet';
const FORD = 'Tallgrass Ford';
const HYUNDAI = 'Two Rivers Hyundai Chrysler Dodge Jeep Ram';

/** By driver, in the order of the route: tasks under way first, then urgent ones. */
const ROUTES: Record<string, Planned[]> = {
  driver: [
    delivery('Halvorsen Brake & Axle', 'INV-48213', 165, { status: 'going', since: 14 }),
    delivery('Halvorsen Brake & Axle', 'INV-48219, INV-48220', 120, { status: 'going', since: 14 }),
    pickup('Osage Line Bearings', '23506767, 84178251', 'Dunmore Transmission', 34, {
      priority: 'urgent',
      notes: 'Car is on the lift. Ask for Victor at the side window.',
    }),
    delivery('Meridian Hill Motor Repair', 'INV-48224', 118),
    delivery('Meridian Hill Motor Repair', 'INV-48231', 96, { notes: 'Two boxes, one is heavy.' }),
    pickup('Meridian Hill Motor Repair', 'CORE 12668389', undefined, 95, {
      notes: 'Core return, needs the tag.',
    }),
    delivery('Gantry Row Truck Service', 'INV-48236', 90),
    pickup('Bluestem Radiator Supply', '84350748', 'Coldwater Diesel', 82, { assigned: 77 }),
    transfer(CHEVROLET, '84607514, 84607515', { to: BUICK, by: 'dnguyen' }, 74, {
      notes: 'Bumper brackets for the body shop.',
    }),
    delivery('Coldwater Diesel', 'INV-48240', 61, { branch: 1 }),
    delivery('Briarfield Auto Clinic', 'INV-48244', 58, { status: 'next-route', since: 50 }),
    pickup('Kessler & Rowe Wholesale Parts', '19418974', 'Halvorsen Brake & Axle', 52, {
      status: 'next-route',
      since: 50,
    }),
    delivery('Marsh & Tolliver Garage', 'INV-48229', 101, {
      status: 'hold',
      needBy: 'today',
      notes: 'Shop opens the bay in the afternoon.',
    }),
    delivery('Dunmore Transmission', 'INV-48198', 214, { status: 'completed', since: 47 }),
    pickup('Larkspur Electrical Rebuilders', '13505313', 'Juniper Lane Garage', 205, {
      status: 'completed',
      since: 88,
    }),
    delivery('Juniper Lane Garage', 'INV-48187', 232, { status: 'completed', since: 121, lateBy: 17 }),
  ],
  btanner: [
    delivery('Larch Street Automotive', 'F-20931', 142, { status: 'going', since: 8 }),
    delivery('Corbin Alignment', 'F-20934', 133),
    pickup('Copper Kettle Fasteners', 'W500214-S439', 'Larch Street Automotive', 110),
    delivery('Prairie Crossing Motors', 'F-20938', 87),
    delivery('Prairie Crossing Motors', 'F-20941', 71, { notes: 'Leave with Ike, not at the front desk.' }),
    pickup('Cottonwood Exhaust Warehouse', 'FL3Z-5E212-A', 'Highgate European Auto', 66),
    delivery('Highgate European Auto', 'F-20945', 44, { priority: 'high' }),
    delivery('Oakhollow Motor Works', 'F-20946', 41, { status: 'next-route', since: 40 }),
    delivery('Corbin Alignment', 'F-20917', 251, { status: 'completed', since: 64 }),
    pickup('Abernethy Driveline', 'BL3Z-4602-B', 'Corbin Alignment', 240, {
      status: 'completed',
      since: 102,
    }),
  ],
  cmoreau: [
    delivery('Ashgrove Motors', 'J-7712', 155, { status: 'going', since: 21, branch: 1 }),
    delivery('Ashgrove Motors', 'J-7715', 130, { status: 'going', since: 21, branch: 1 }),
    pickup('Ashgrove Motors', '68212345AA', undefined, 126, {
      status: 'going',
      since: 21,
      branch: 1,
      notes: 'Wrong fender, goes back to the counter.',
    }),
    delivery('Ridgepole Auto Service', 'J-7718', 104),
    delivery('Oakhollow Motor Works', 'J-7721', 93, { notes: 'Call ahead: 913-555-0137.' }),
    pickup('Quarry Hill Battery House', '56029635AC', 'Ridgepole Auto Service', 80),
    delivery('Pinecrest Imports', 'J-7724', 39, { assigned: 36 }),
    delivery('Ridgepole Auto Service', 'J-7699', 263, { status: 'completed', since: 58 }),
    delivery('Ashgrove Motors', 'J-7702', 246, { status: 'completed', since: 95, branch: 3 }),
  ],
  dnguyen: [
    delivery('Applewood Auto Care', 'B-3318', 27, {
      priority: 'urgent',
      notes: 'Customer waits in the shop.',
    }),
    delivery('Gladbrook Auto Plaza', 'B-3309', 112),
    delivery('Harlan & Dray Motors', 'B-3311', 98),
    pickup('Kessler & Rowe Wholesale Parts', '84801575', 'Wexley Collision Center', 84, { branch: 1 }),
    delivery('Wexley Collision Center', 'B-3314', 70, { branch: 1 }),
    delivery('Briarfield Auto Clinic', 'B-3316', 63, {
      status: 'hold',
      needBy: 'tomorrow',
      notes: 'Closed for inventory today.',
    }),
    delivery('Gladbrook Auto Plaza', 'B-3297', 228, { status: 'completed', since: 76 }),
  ],
  hlindqvist: [
    delivery("Tillman's Four Wheel Shop", 'H-5501', 108),
    delivery('Belfry Motors', 'H-5504', 92),
    transfer(HYUNDAI, '58101-2SA51', { to: CHEVROLET, by: 'driver' }, 69, { notes: 'Brake kit, one box.' }),
    delivery('Silver Maple Tire & Lube', 'H-5507', 48, { priority: 'high' }),
    delivery('Pendry Body & Frame', 'H-5508', 46, { status: 'next-route', since: 45 }),
    delivery('Lakemont Auto Group', 'H-5510', 45, { status: 'next-route', since: 43, branch: 1 }),
    transfer(HYUNDAI, '68439844AC', { to: FORD, by: 'rkowalski' }, 219, { status: 'completed', since: 72 }),
  ],
  jbaptiste: [
    delivery('Stonecrop Service Center', 'F-20902', 288, { status: 'completed', since: 132 }),
    delivery('Stonecrop Service Center', 'F-20905', 275, { status: 'completed', since: 132 }),
    pickup('Fennimore Paint & Body Supply', 'GAL RED-D4', 'Pendry Body & Frame', 260, {
      status: 'completed',
      since: 94,
    }),
    delivery('Fallow Creek Auto', 'F-20911', 236, { status: 'completed', since: 41 }),
  ],
  rkowalski: [
    delivery('Gantry Row Truck Service', 'INV-48233', 31, { priority: 'urgent' }),
    delivery('Peregrine Truck & Trailer', 'INV-48192', 196, {
      status: 'hold',
      since: 55,
      failure: 'other: gate locked, nobody answers the phone',
    }),
    pickup('Verity Fluids & Filters', '19353351', 'Sundial Fleet Repair', 57, {
      status: 'next-route',
      since: 49,
    }),
  ],
  twhitehorse: [delivery('Wexley Collision Center', 'J-7726', 43, { status: 'next-route', since: 38 })],
};

const UNASSIGNED: Planned[] = [
  delivery('Wexley Collision Center', 'INV-48247', 22, { priority: 'urgent', branch: 2 }),
  pickup('Pawnee Bend Glass & Mirror', 'DW02178 GTY', 'Fallow Creek Auto', 37),
  pickup('Wagon Bend Tire Depot', '4x 265/60R18', undefined, 33, { notes: 'Four tires, take the van.' }),
  delivery('Roadside, I-435 and Front St', 'INV-48249', 11, { notes: 'White box truck, hazard lights on.' }),
  delivery('Shawnee fire station', 'F-20948', 19),
  delivery('Sundial Fleet Repair', 'INV-48221', 117, {
    status: 'hold',
    branch: 1,
    notes: 'Waiting for the purchase order.',
  }),
];

const noAccount = { accountId: null, receiver: '' };

/** Places without an account. The first address could not be found, the second only by its ZIP code. */
const ELSEWHERE: Record<string, Place> = {
  'Roadside, I-435 and Front St': {
    ...noAccount,
    location: 'Roadside, I-435 and Front St',
    address: 'Northbound shoulder, mile 57',
    latitude: null,
    longitude: null,
    geo_precision: null,
  },
  'Shawnee fire station': {
    ...noAccount,
    location: 'Shawnee fire station',
    address: '6501 Quivira Rd, Shawnee, KS 66216',
    latitude: '39.0084',
    longitude: '-94.7389',
    geo_precision: 'approximate',
  },
};

/** In the order of the routes. */
export function liveStories(world: World): Story[] {
  return [
    ...Object.entries(ROUTES).flatMap(([driver, plans]) =>
      plans.flatMap((plan) => storiesOf(world, driver, plan)),
    ),
    ...UNASSIGNED.flatMap((plan) => storiesOf(world, null, plan)),
  ];
}

export function storiesOf(world: World, driver: string | null, plan: Planned): Story[] {
  const where = ELSEWHERE[plan.where] ?? world.place(plan.where, plan.branch);
  const destination = plan.goesTo === undefined ? null : world.place(plan.goesTo);
  const driverId = driver === null ? null : world.userId(driver);
  const startsOnHold = plan.status === 'hold' && plan.failure === undefined;
  const story: Story = {
    start: {
      type: plan.type,
      ...onTheMap(where),
      [plan.type === 'delivery' ? 'invoice_number' : 'part_numbers']: plan.items,
      notes: plan.notes ?? '',
      priority: plan.priority ?? 'normal',
      status: startsOnHold ? 'hold' : 'pending',
      need_by: needBy(world, plan.needBy),
      driver_id: plan.assigned === undefined ? driverId : null,
      dealership: world.dealershipOf(driver ?? 'dispatcher'),
      ...(plan.type === 'pickup' && { account_id: destination?.accountId ?? null }),
      ...(plan.type === 'transfer' && {
        transfer_to_driver_id: plan.handedTo === undefined ? null : world.userId(plan.handedTo),
        transfer_destination_location: destination?.location ?? null,
        transfer_destination_address: destination?.address ?? null,
      }),
    },
    createdAt: minutesAfter(world.now, -plan.created),
    createdBy: world.userId(plan.priority === undefined ? 'dispatcher' : 'admin'),
    steps: [],
  };
  if (driverId !== null) story.steps.push(...stepsOf(world, plan, driverId, where));
  return destination && plan.handedTo
    ? [story, linkedDelivery(world, story, destination, plan.handedTo)]
    : [story];
}

function stepsOf(world: World, plan: Planned, driverId: number, where: Place): Step[] {
  const ago = (minutes: number) => minutesAfter(world.now, -minutes);
  const dispatcher = world.userId('dispatcher');
  const since = plan.since ?? 0;
  const steps: Step[] = [];
  if (plan.assigned !== undefined) {
    steps.push({ action: 'assigned', at: ago(plan.assigned), by: dispatcher, set: { driver_id: driverId } });
  }
  if (plan.status === 'next-route') {
    steps.push({ action: 'next-route', at: ago(since), by: dispatcher, set: { status: 'next-route' } });
  }
  if (plan.status === 'going') steps.push(going(ago(since), driverId));
  if (plan.failure !== undefined) {
    steps.push(going(ago(since + 19), driverId), failed(ago(since), driverId, plan.failure));
  }
  if (plan.status === 'completed') {
    const signedBy = plan.type === 'delivery' ? where.receiver : undefined;
    const arrivedAt = plan.lateBy === undefined ? undefined : ago(since - plan.lateBy);
    steps.push(going(ago(since + 16), driverId), completed(ago(since), driverId, { signedBy, arrivedAt }));
  }
  return steps;
}

/** Returns a full hour of business time: at least two hours from now, or tomorrow at nine. */
function needBy(world: World, when: Planned['needBy']): Date | null {
  if (when === undefined) return null;
  if (when === 'tomorrow') return clock(world.tomorrow, 9 * 60);
  const { noon } = world.today;
  const hours = Math.ceil((world.now.getTime() - noon.getTime()) / 3_600_000) + 2;
  return minutesAfter(noon, hours * 60);
}
