/** The documents of the demo, as an invented dealer's system prints them. */

export type DemoInvoice = {
  number: string;
  customer: string;
  /** The account of the demo; the printed name is cut. */
  account: string;
  street: string;
  city: string;
  via: string;
  lines: [quantity: number, part: string, description: string][];
  /** Minutes ago. */
  came: number;
  mark?: string;
};

const NAME_LENGTH = 28;

export const printedName = ({ account }: DemoInvoice) => account.slice(0, NAME_LENGTH).trim();

/** Printed at the counter. The demo has been taught this layout. */
export const INVOICES: DemoInvoice[] = [
  {
    number: '58213',
    customer: '10442',
    account: 'Halvorsen Brake & Axle',
    street: '1712 MAIN ST',
    city: 'KANSAS CITY, MO 64108',
    via: 'DOWNTOWN',
    lines: [
      [2, '84310555', 'PAD KIT FRONT BRAKE'],
      [1, '13532634', 'ROTOR FRONT BRAKE'],
    ],
    came: 48,
  },
  {
    number: '58214',
    customer: '10467',
    account: 'Dunmore Transmission',
    street: '2915 SOUTHWEST BLVD',
    city: 'KANSAS CITY, MO 64108',
    via: 'DOWNTOWN',
    lines: [[1, '24286519', 'SOLENOID ASM']],
    came: 44,
  },
  {
    number: '58216',
    customer: '10471',
    account: 'Meridian Hill Motor Repair',
    street: '4040 RAINBOW BLVD',
    city: 'KANSAS CITY, KS 66103',
    via: 'DOWNTOWN',
    lines: [
      [4, '12681430', 'SPARK PLUG'],
      [1, '19418974', 'COIL IGNITION'],
      [6, '11548027', 'CLIP'],
    ],
    came: 39,
  },
  {
    number: '58217',
    customer: '10508',
    account: 'Coldwater Diesel',
    street: '9900 WOODEND RD',
    city: 'EDWARDSVILLE, KS 66111',
    via: 'KAW',
    lines: [[1, '12668389', 'INJECTOR KIT']],
    came: 31,
  },
  {
    number: '58219',
    customer: '10533',
    account: 'Fallow Creek Auto',
    street: '12100 BLUE RIDGE BLVD',
    city: 'GRANDVIEW, MO 64030',
    via: 'HOT SHOT',
    lines: [
      [1, '84607514', 'BRACKET FRONT BUMPER'],
      [2, '84607515', 'RETAINER'],
    ],
    came: 12,
  },
];

/** The account of this number is not known yet. */
export const NEW_CUSTOMER = '10533';

export const VOIDED = 'VOIDED INVOICE';

const numbered = (number: string) => INVOICES.filter((invoice) => invoice.number === number);

/** Printed later: once more, and voided. */
export const LATER: DemoInvoice[] = [
  ...numbered('58214').map((invoice) => ({ ...invoice, came: 27 })),
  ...numbered('58216').map((invoice) => ({ ...invoice, came: 20, mark: VOIDED })),
];

const GOODS: DemoInvoice['lines'] = [
  [1, '68212345AA', 'FENDER FRONT LEFT'],
  [10, '06508740AA', 'SCREW HEX HEAD'],
  [2, '56029635AC', 'BATTERY CABLE'],
  [1, '68439844AC', 'CALIPER REAR'],
  [3, '04861509AB', 'FILTER OIL'],
  [1, '05154637AA', 'HOSE RADIATOR UPPER'],
  [2, '68191349AC', 'ELEMENT AIR'],
  [1, '04893635AG', 'SENSOR WHEEL SPEED'],
];

/** Tickets of the wholesale counter. Their layout waits to be taught. */
export const WHOLESALE: DemoInvoice[] = (
  [
    ['W-7041', '2207', 'Gantry Row Truck Service', '5500 KAW DR', 'KANSAS CITY, KS 66102', 'KAW'],
    ['W-7042', '2214', 'Juniper Lane Garage', '6240 JOHNSON DR', 'MISSION, KS 66202', 'KAW'],
    ['W-7044', '2231', 'Sundial Fleet Repair', '1300 N TOPPING AVE', 'KANSAS CITY, MO 64120', 'WILL CALL'],
    ['W-7045', '2209', 'Peregrine Truck & Trailer', '7800 E TRUMAN RD', 'KANSAS CITY, MO 64126', 'DOWNTOWN'],
    ['W-7047', '2240', 'Halvorsen Brake & Axle', '1712 MAIN ST', 'KANSAS CITY, MO 64108', 'DOWNTOWN'],
    ['W-7048', '2252', 'Dunmore Transmission', '2915 SOUTHWEST BLVD', 'KANSAS CITY, MO 64108', 'DOWNTOWN'],
  ] as const
).map(([number, customer, account, street, city, via], index) => ({
  number,
  customer,
  account,
  street,
  city,
  via,
  lines: GOODS.slice(index, index + 1 + (index % 3)),
  came: 36 - index * 5,
}));

const page = (lines: string[]) => Buffer.from([...lines, '\f'].join('\r\n'));

export const counterInvoice = (invoice: DemoInvoice): Buffer =>
  page([
    `KAW POINT CHEVROLET PARTS                    INVOICE ${invoice.number}`,
    invoice.mark ?? '',
    'ACCOUNT    SHIP VIA       CLERK',
    `${invoice.customer.padEnd(11)}${invoice.via.padEnd(15)}LW`,
    '',
    `DELIVER TO:  ${printedName(invoice)}`,
    `             ${invoice.street}`,
    `             ${invoice.city}`,
    '',
    'LN PART NUMBER        QTY  DESCRIPTION',
    '-- ------------------ ---- ------------------------------',
    ...invoice.lines.map(
      ([quantity, part, description], index) =>
        `${String(index + 1).padStart(2)} ${part.padEnd(18)} ${String(quantity).padStart(4)}  ${description}`,
    ),
    'RECEIVED BY: ____________________',
  ]);

export const wholesaleInvoice = (invoice: DemoInvoice): Buffer =>
  page([
    '          WHOLESALE COUNTER - PICK TICKET',
    '',
    `TICKET NUMBER:   ${invoice.number}`,
    `CUSTOMER CODE:   ${invoice.customer}`,
    `ROUTE:           ${invoice.via}`,
    '',
    'SHIP TO',
    `    ${printedName(invoice)}`,
    `    ${invoice.street}`,
    `    ${invoice.city}`,
    '',
    'PIECES   ITEM             NAME OF ITEM',
    ...invoice.lines.map(
      ([quantity, part, description]) =>
        `${String(quantity).padStart(6)}   ${part.padEnd(16)} ${description}`,
    ),
    '',
    'PULLED BY ________   CHECKED BY ________',
  ]);
