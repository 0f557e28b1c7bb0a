/** The fields that a column of a file may be, and the names by which it is recognized. Pure. */
import { ACCOUNT_TYPE_PLURALS } from '~/domain/network/accounts/fields';

export const MOVE_IN_KINDS = ['users', 'accounts', 'tasks', 'shifts'] as const;
export type MoveInKind = (typeof MOVE_IN_KINDS)[number];

export const KIND_LABELS: Record<MoveInKind, string> = {
  users: 'Users',
  accounts: 'Accounts',
  tasks: 'Tasks',
  shifts: 'Shifts',
};

type ColumnField = {
  label: string;
  /** Names of columns, in small letters and without anything but letters and digits. */
  names: string[];
  required?: true;
  /** Several columns may be this: their values become lines. */
  several?: true;
};

const ADDRESS = {
  address: {
    label: 'Address',
    names: [
      'address',
      'addressline1',
      'address1',
      'street',
      'streetaddress',
      'destinationaddress',
      'fulladdress',
    ],
    required: true,
  },
  address2: {
    label: 'Address, second line',
    names: ['addressline2', 'address2', 'apartment', 'unit', 'suite'],
  },
  city: { label: 'City', names: ['city', 'town', 'citytown'] },
  state: { label: 'State', names: ['state', 'province', 'stateprovince'] },
  zipCode: { label: 'ZIP', names: ['zip', 'zipcode', 'postalcode', 'postcode'] },
} satisfies Record<string, ColumnField>;

const DRIVER = [
  'driver',
  'drivername',
  'driverusername',
  'worker',
  'workername',
  'assignedto',
  'assigneddriver',
];

/**
 * The fields of each kind, in the order of the list on the page. The names include those of Onfleet and Circuit. Onfleet:
 * the sheet for imports as used in the n8n template 1530 of an Onfleet employee (n8n.io/workflows/1530), and the fields
 * of its API (docs.onfleet.com/reference/get-single-task). Circuit, now Spoke: its guide to spreadsheets
 * (help.getcircuit.com/en/articles/3582870) and the fields of its API
 * (developer.dispatch.spoke.com/api/v0.2b/stops/importStops).
 */
const MOVE_IN_FIELDS = {
  users: {
    name: { label: 'Name', names: ['name', 'fullname', 'displayname', ...DRIVER] },
    firstName: { label: 'First name', names: ['firstname', 'givenname'] },
    lastName: { label: 'Last name', names: ['lastname', 'surname', 'familyname'] },
    username: { label: 'Username', names: ['username', 'login', 'user'] },
    email: { label: 'Email', names: ['email', 'emailaddress', 'mail'] },
    phone: { label: 'Phone', names: ['phone', 'phonenumber', 'mobile', 'cell', 'telephone'] },
    role: { label: 'Role', names: ['role', 'roles', 'type', 'accounttype'] },
    dealerships: {
      label: 'Dealerships',
      names: ['dealership', 'dealerships', 'location', 'depot', 'hub', 'team', 'teams'],
    },
  },
  accounts: {
    name: {
      label: 'Company Name',
      names: [
        'companyname',
        'company',
        'accountname',
        'account',
        'name',
        'customer',
        'customername',
        'recipientname',
      ],
      required: true,
    },
    ...ADDRESS,
    phone: {
      label: 'Phone',
      names: ['phone', 'phonenumber', 'telephone', 'recipientphone', 'recipientphonenumber'],
    },
    accountType: { label: 'Type', names: ['type', 'accounttype'] },
    deliverBy: { label: 'Deliver By', names: ['deliverby', 'partsby', 'dueby'] },
  },
  tasks: {
    reference: {
      label: 'Order number',
      names: [
        'reference',
        'externalid',
        'externalref',
        'order',
        'ordernumber',
        'orderid',
        'sellerorderid',
        'shortid',
        'taskid',
        'id',
      ],
    },
    invoice_number: {
      label: 'Invoice Number(s)',
      names: ['invoice', 'invoicenumber', 'invoicenumbers', 'invoiceno'],
    },
    orderAndInvoice: { label: 'Order number and invoice number', names: ['invoiceandorder'] },
    part_numbers: {
      label: 'Part Number(s)',
      names: ['part', 'parts', 'partnumber', 'partnumbers', 'products'],
    },
    location: {
      label: 'Location Name',
      names: [
        'location',
        'locationname',
        'recipientname',
        'recipient',
        'name',
        'customer',
        'customername',
        'companyname',
        'company',
        'addressname',
        'addresscompanyname',
      ],
      required: true,
    },
    ...ADDRESS,
    type: { label: 'Type', names: ['type', 'tasktype', 'stoptype', 'activity', 'pickup', 'pickuptask'] },
    status: {
      label: 'Status',
      names: ['status', 'taskstatus', 'stopstatus', 'didsucceed', 'succeeded', 'success'],
    },
    day: { label: 'Day', names: ['date', 'day', 'deliverydate', 'scheduleddate'] },
    deliver_after: {
      label: 'Deliver After',
      names: [
        'deliverafter',
        'completeafter',
        'completeaftertime',
        'earliesttime',
        'earliestarrivaltime',
        'earliestattempttime',
        'earliestarrival',
      ],
    },
    deliver_by: {
      label: 'Deliver By',
      names: [
        'deliverby',
        'completebefore',
        'completebeforetime',
        'latesttime',
        'latestarrivaltime',
        'latestattempttime',
        'latestarrival',
      ],
    },
    driver: { label: 'Driver', names: DRIVER },
    priority: { label: 'Priority', names: ['priority'] },
    ship_via: { label: 'Ship Via', names: ['shipvia'] },
    service_minutes: {
      label: 'Minutes at the Stop',
      names: ['servicetime', 'timeatstop', 'estimatedattemptduration', 'stoptime'],
    },
    size: { label: 'Size', names: ['size', 'quantity', 'packagecount', 'packages'] },
    notes: {
      label: 'Additional Notes',
      names: [
        'notes',
        'note',
        'taskdetails',
        'details',
        'driverinstructions',
        'recipientnotes',
        'destinationnotes',
      ],
      several: true,
    },
  },
  shifts: {
    driver: { label: 'Driver', names: ['username', 'name', 'employee', ...DRIVER], required: true },
    date: { label: 'Date', names: ['date', 'day', 'shiftdate'], required: true },
    start: { label: 'Start', names: ['start', 'starttime', 'from', 'begin', 'clockin'], required: true },
    end: { label: 'End', names: ['end', 'endtime', 'to', 'until', 'clockout'], required: true },
    break: { label: 'Break (minutes)', names: ['break', 'breakminutes'] },
    breakfrom: { label: 'Break From', names: ['breakfrom', 'breakstart'] },
    startplace: { label: 'Start Place', names: ['startplace', 'startlocation'] },
    endplace: { label: 'End Place', names: ['endplace', 'endlocation'] },
  },
} as const satisfies Record<MoveInKind, Record<string, ColumnField>>;

export const fieldsOf = (kind: MoveInKind): Record<string, ColumnField> => MOVE_IN_FIELDS[kind];

/** Returns true for a field that several columns may be. */
export const isSeveral = (field: string): boolean =>
  MOVE_IN_KINDS.some((kind) => fieldsOf(kind)[field]?.several === true);

/** The kind of rows that do not say it themselves; null where that can't be chosen. */
export const OTHERWISE: Record<MoveInKind, { label: string; options: Record<string, string> } | null> = {
  users: {
    label: 'Role of rows without one',
    options: { driver: 'Driver', dispatcher: 'Dispatcher' },
  },
  accounts: { label: 'Type of rows without one', options: ACCOUNT_TYPE_PLURALS },
  tasks: { label: 'Type of rows without one', options: { delivery: 'Delivery', pickup: 'Pickup' } },
  shifts: null,
};

/** A column that is left out. */
export const LEFT_OUT = '';

/** Programs, by names that their files have together. `others`: names that mean something else in them. */
const PROGRAMS: { name: string; signs: string[][]; others?: string[] }[] = [
  {
    name: 'Onfleet',
    signs: [
      ['recipientname', 'addressline1', 'taskdetails'],
      ['shortid', 'taskdetails'],
      ['completebefore', 'completeafter'],
      ['shortid', 'pickuptask'],
    ],
  },
  {
    name: 'Circuit (Spoke)',
    // The place in the route: first, last or auto.
    others: ['order'],
    signs: [
      ['addressline1', 'timeatstop'],
      ['addressline1', 'earliesttime'],
      ['addressline1', 'latesttime'],
      ['addressline1', 'earliestarrivaltime'],
      ['addressline1', 'latestarrivaltime'],
    ],
  },
];

/** `Recipient_Name`, `Recipient Name` and `recipientName` are one name. */
export const plainName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Returns the program whose export has such a header; null when it is not known. */
export function programOf(header: string[]): string | null {
  return programIn(header)?.name ?? null;
}

function programIn(header: string[]) {
  const names = new Set(header.map(plainName));
  return PROGRAMS.find(({ signs }) => signs.some((all) => all.every((name) => names.has(name))));
}

/**
 * Proposes a field for each column by its name; each field once, and for a column with values if there is one.
 * @param filled whether a column has values.
 */
export function proposedColumns(kind: MoveInKind, header: string[], filled: boolean[]): string[] {
  const others = programIn(header)?.others ?? [];
  const fields = Object.entries(fieldsOf(kind));
  const chosen: string[] = header.map(() => LEFT_OUT);
  // The first names of a field are its best ones.
  const wanted = fields
    .flatMap(([field, { names, several }]) => names.map((name, rank) => ({ field, name, rank, several })))
    .sort((one, other) => one.rank - other.rank);
  for (const isFilled of [true, false])
    for (const { field, name, several } of wanted)
      for (const [index, title] of header.entries()) {
        if (filled[index] !== isFilled || plainName(title) !== name || others.includes(name)) continue;
        const isFree = chosen[index] === LEFT_OUT && (several === true || !chosen.includes(field));
        if (isFree) chosen[index] = field;
      }
  return chosen;
}

/** Returns the labels of fields that a file must have and that no column is. @param names what stands for them. */
export function missingFields(
  kind: MoveInKind,
  columns: string[],
  { names }: { names: string | null } = { names: null },
): string[] {
  const missing = Object.entries(fieldsOf(kind))
    .filter(([field, { required }]) => required && !columns.includes(field))
    .filter(([field]) => !(field === 'location' && names !== null))
    .map(([, { label }]) => label);
  const hasName = ['name', 'firstName', 'lastName'].some((field) => columns.includes(field));
  return kind === 'users' && !hasName ? ['Name', ...missing] : missing;
}
