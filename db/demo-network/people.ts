/** The demo network's people. They exist in the embedded demo only, all with the same published password. */
export const DEMO_PASSWORD = 'dispatch-demo';

type DemoPerson = { username: string; name: string; roles: string[]; dealerships: string[]; phone: string };

const driver = (username: string, name: string, phone: string, ...dealerships: string[]): DemoPerson => ({
  username,
  name,
  roles: ['driver'],
  dealerships,
  phone,
});

export const STAFF: DemoPerson[] = [
  { username: 'admin', name: 'Avery Quinn', roles: ['admin', 'dispatcher'], dealerships: [], phone: '816-555-0100' },
  { username: 'dispatcher', name: 'Dana Whitfield', roles: ['dispatcher'], dealerships: ['Ford', 'Jeep'], phone: '816-555-0101' },
];

export const DRIVERS: DemoPerson[] = [
  driver('driver', 'Marcus Bell', '816-555-0110', 'Ford'),
  driver('alicia', 'Alicia Moreno', '816-555-0111', 'Chevrolet'),
  driver('ben', 'Ben Okafor', '913-555-0112', 'Buick', 'Chevrolet'),
  driver('carla', 'Carla Jensen', '913-555-0113', 'Hyundai CDJR'),
  driver('dwight', 'Dwight Palmer', '816-555-0114', 'Jeep'),
  driver('elena', 'Elena Petrova', '913-555-0115', 'Ford', 'Jeep'),
  driver('frank', 'Frank Osei', '816-555-0116', 'Buick'),
  driver('grace', 'Grace Tran', '913-555-0117', 'Hyundai CDJR'),
];
