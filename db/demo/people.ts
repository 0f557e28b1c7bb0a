/** The users of the demo. All sign in with the same password, which the start prints. */
export const PASSWORD = 'dispatch-demo';

export type DemoPerson = {
  username: string;
  name: string;
  roles: ('admin' | 'dispatcher' | 'driver')[];
  phone: string;
  dealerships: string[];
};

const OFFICE: DemoPerson[] = [
  {
    username: 'admin',
    name: 'Marian Okafor',
    roles: ['admin', 'dispatcher'],
    phone: '816-555-0100',
    dealerships: [],
  },
  {
    username: 'dispatcher',
    name: 'Dana Whitlock',
    roles: ['dispatcher'],
    phone: '816-555-0101',
    dealerships: ['Chevrolet', 'Buick'],
  },
];

export const driver = (
  username: string,
  name: string,
  phone: string,
  ...dealerships: string[]
): DemoPerson => ({
  username,
  name,
  roles: ['driver'],
  phone,
  dealerships,
});

const DRIVERS: DemoPerson[] = [
  driver('driver', 'Alma Reyes', '816-555-0110', 'Chevrolet'),
  driver('btanner', 'Ben Tanner', '816-555-0111', 'Ford'),
  driver('cmoreau', 'Camille Moreau', '913-555-0112', 'Jeep', 'Hyundai CDJR'),
  driver('dnguyen', 'Duc Nguyen', '913-555-0113', 'Buick'),
  driver('hlindqvist', 'Hanna Lindqvist', '816-555-0114', 'Hyundai CDJR'),
  driver('jbaptiste', 'Jerome Baptiste', '816-555-0115', 'Ford', 'Jeep'),
  driver('rkowalski', 'Rita Kowalski', '913-555-0116', 'Chevrolet', 'Buick'),
  driver('twhitehorse', 'Tom Whitehorse', '913-555-0117', 'Jeep'),
];

export const PEOPLE: DemoPerson[] = [...OFFICE, ...DRIVERS];

export const DRIVER_NAMES = DRIVERS.map(({ username }) => username);
