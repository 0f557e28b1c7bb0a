/**
 * The businesses of the demo. They are invented; streets, cities and ZIP codes are real, coordinates
 * estimated.
 */

type DemoAddress = Located & { name: string };

export type DemoAccount = {
  name: string;
  accountType: 'vendor' | 'shop' | 'dealership';
  phone: string;
  /** The person who signs for deliveries. */
  receiver: string;
  /** The first is the default. */
  addresses: DemoAddress[];
};

/**
 * One line for each account: type, name, phone, receiver. The lines below it are its addresses: name, street,
 * city, state, ZIP code, coordinates.
 */
const LIST = `
vendor | Kessler & Rowe Wholesale Parts | 816-555-0120 | Nadia Rowe
  Will call | 1601 Burlington St | North Kansas City | MO | 64116 | 39.1364 | -94.5774
  Warehouse | 6400 Front St | Kansas City | MO | 64120 | 39.1262 | -94.4988
vendor | Bluestem Radiator Supply | 913-555-0121 | Hector Salinas
  Main | 1200 Merriam Ln | Kansas City | KS | 66103 | 39.0579 | -94.6417
vendor | Pawnee Bend Glass & Mirror | 816-555-0122 | Joy Castellano
  Main | 7901 Wornall Rd | Kansas City | MO | 64114 | 38.9857 | -94.5944
vendor | Osage Line Bearings | 816-555-0123 | Victor Hale
  Main | 1840 Guinotte Ave | Kansas City | MO | 64120 | 39.1153 | -94.5562
vendor | Quarry Hill Battery House | 913-555-0124 | Bea Lindgren
  Main | 5300 Merriam Dr | Merriam | KS | 66203 | 39.0288 | -94.6904
vendor | Fennimore Paint & Body Supply | 816-555-0125 | Curtis Fennimore
  Counter | 8400 Hickman Mills Dr | Kansas City | MO | 64132 | 38.9763 | -94.5262
  Mixing room | 8008 Prospect Ave | Kansas City | MO | 64132 | 38.9842 | -94.5556
vendor | Cottonwood Exhaust Warehouse | 913-555-0126 | Priya Raman
  Main | 9700 Commerce Pkwy | Lenexa | KS | 66219 | 38.9531 | -94.7522
vendor | Wagon Bend Tire Depot | 816-555-0127 | Lamar Dobbins
  Main | 10900 Hillcrest Rd | Kansas City | MO | 64134 | 38.9283 | -94.5153
vendor | Verity Fluids & Filters | 816-555-0128 | Ines Calder
  Main | 1450 Southern Rd | Kansas City | MO | 64120 | 39.1291 | -94.5233
vendor | Larkspur Electrical Rebuilders | 816-555-0129 | Abe Thornquist
  Main | 3030 Roanoke Rd | Kansas City | MO | 64111 | 39.0721 | -94.6012
vendor | Abernethy Driveline | 913-555-0130 | Faye Abernethy
  Main | 12200 Shawnee Mission Pkwy | Shawnee | KS | 66216 | 39.0168 | -94.7266
vendor | Copper Kettle Fasteners | 913-555-0131 | Rolf Imhoff
  Main | 500 S Mur-Len Rd | Olathe | KS | 66062 | 38.8788 | -94.7787
shop | Halvorsen Brake & Axle | 816-555-0132 | Nils Halvorsen
  Main | 1712 Main St | Kansas City | MO | 64108 | 39.0934 | -94.5838
shop | Wexley Collision Center | 816-555-0133 | Teresa Wexley
  Troost | 8016 Troost Ave | Kansas City | MO | 64131 | 38.9839 | -94.5726
  North Oak | 5600 N Oak Trfy | Kansas City | MO | 64118 | 39.1919 | -94.5763
  Highway 40 | 12600 E US Highway 40 | Independence | MO | 64055 | 39.0513 | -94.4331
shop | Juniper Lane Garage | 913-555-0134 | Marcus Bell
  Main | 6240 Johnson Dr | Mission | KS | 66202 | 39.0223 | -94.6602
shop | Dunmore Transmission | 816-555-0135 | Carla Dunmore
  Main | 2915 Southwest Blvd | Kansas City | MO | 64108 | 39.0738 | -94.6001
shop | Ridgepole Auto Service | 913-555-0136 | Samir Haddad
  Main | 7225 W 79th St | Overland Park | KS | 66204 | 38.9856 | -94.6699
shop | Oakhollow Motor Works | 913-555-0137 | June Park
  Main | 11801 College Blvd | Overland Park | KS | 66210 | 38.9271 | -94.7172
shop | Tillman's Four Wheel Shop | 816-555-0138 | Roy Tillman
  Main | 1014 W Lexington Ave | Independence | MO | 64050 | 39.0906 | -94.4272
shop | Silver Maple Tire & Lube | 816-555-0139 | Dee Vance
  Main | 1000 SW Oldham Pkwy | Lee's Summit | MO | 64081 | 38.9071 | -94.3952
shop | Pendry Body & Frame | 816-555-0140 | Walt Pendry
  Main | 600 SE Melody Ln | Lee's Summit | MO | 64063 | 38.9062 | -94.3633
shop | Coldwater Diesel | 913-555-0141 | Ana Sorensen
  Armourdale | 4300 Kansas Ave | Kansas City | KS | 66106 | 39.0849 | -94.6826
  Edwardsville yard | 9900 Woodend Rd | Edwardsville | KS | 66111 | 39.0642 | -94.8081
shop | Briarfield Auto Clinic | 816-555-0142 | Gil Whitaker
  Main | 8700 N Oak Trfy | Kansas City | MO | 64155 | 39.2478 | -94.5762
shop | Marsh & Tolliver Garage | 816-555-0143 | Ruth Tolliver
  Main | 6900 NW Barry Rd | Kansas City | MO | 64153 | 39.2461 | -94.6663
shop | Larch Street Automotive | 913-555-0144 | Dominic Faro
  Main | 231 S Kansas Ave | Olathe | KS | 66061 | 38.8797 | -94.8187
shop | Corbin Alignment | 913-555-0145 | Elsie Corbin
  Main | 13430 S Black Bob Rd | Olathe | KS | 66062 | 38.8851 | -94.7612
shop | Highgate European Auto | 913-555-0146 | Stefan Brandt
  Main | 7301 W 135th St | Overland Park | KS | 66223 | 38.8837 | -94.6721
shop | Sundial Fleet Repair | 816-555-0147 | Opal Jennings
  Main | 1300 N Topping Ave | Kansas City | MO | 64120 | 39.1231 | -94.5132
  Night drop | 1401 N Corrington Ave | Kansas City | MO | 64120 | 39.1224 | -94.5011
shop | Peregrine Truck & Trailer | 816-555-0148 | Leon Baptista
  Main | 7800 E Truman Rd | Kansas City | MO | 64126 | 39.0941 | -94.4989
shop | Applewood Auto Care | 816-555-0149 | Kim Albrecht
  Main | 900 W Kansas St | Liberty | MO | 64068 | 39.2469 | -94.4312
shop | Stonecrop Service Center | 816-555-0150 | Hank Ibarra
  Main | 1200 NW South Outer Rd | Blue Springs | MO | 64015 | 39.0271 | -94.2863
shop | Meridian Hill Motor Repair | 913-555-0151 | Yusuf Demir
  Main | 4040 Rainbow Blvd | Kansas City | KS | 66103 | 39.0553 | -94.6106
shop | Fallow Creek Auto | 816-555-0152 | Paula Nesbitt
  Main | 12100 Blue Ridge Blvd | Grandview | MO | 64030 | 38.9061 | -94.5222
shop | Gantry Row Truck Service | 913-555-0153 | Cole Maddox
  Main | 5500 Kaw Dr | Kansas City | KS | 66102 | 39.0956 | -94.7018
dealership | Ashgrove Motors | 913-555-0154 | Tricia Boone
  Showroom | 9600 Metcalf Ave | Overland Park | KS | 66212 | 38.9536 | -94.6688
  Body shop | 10450 Marty St | Overland Park | KS | 66212 | 38.9384 | -94.6718
  Preowned lot | 8901 Metcalf Ave | Overland Park | KS | 66212 | 38.9664 | -94.6678
  Leawood annex | 10601 Mission Rd | Leawood | KS | 66206 | 38.9349 | -94.6282
dealership | Pinecrest Imports | 913-555-0155 | Alan Sato
  Main | 12900 State Line Rd | Leawood | KS | 66209 | 38.8951 | -94.6091
dealership | Lakemont Auto Group | 816-555-0156 | Vera Lund
  Main | 2000 NE Colbern Rd | Lee's Summit | MO | 64086 | 38.9412 | -94.3434
  Service annex | 1101 NE Douglas St | Lee's Summit | MO | 64086 | 38.9322 | -94.3776
dealership | Harlan & Dray Motors | 816-555-0157 | Monroe Dray
  Main | 4545 N Oak Trfy | Kansas City | MO | 64116 | 39.1752 | -94.5761
dealership | Gladbrook Auto Plaza | 816-555-0158 | Cynthia Ames
  Main | 7000 N Prospect Ave | Gladstone | MO | 64119 | 39.2181 | -94.5562
dealership | Prairie Crossing Motors | 913-555-0159 | Ike Sandoval
  Main | 1900 E Santa Fe St | Olathe | KS | 66062 | 38.8839 | -94.7893
dealership | Belfry Motors | 816-555-0160 | Gwen Haskell
  Main | 4300 S Noland Rd | Independence | MO | 64055 | 39.0421 | -94.4139
`;

export const ACCOUNTS: DemoAccount[] = LIST.trim()
  .split(/\n(?! )/)
  .map((lines) => {
    const [account = [], ...addresses] = lines.split('\n').map((line) => line.trim().split(' | '));
    const [accountType = '', name = '', phone = '', receiver = ''] = account;
    return {
      accountType: accountType as DemoAccount['accountType'],
      name,
      phone,
      receiver,
      addresses: addresses.map(addressOf),
    };
  });

function addressOf(fields: string[]): DemoAddress {
  const [name = '', address = '', city = '', state = '', zipCode = '', ...place] = fields;
  const [latitude = '', longitude = ''] = place.map((degrees) => Number(degrees).toFixed(8));
  return { name, address, city, state, zipCode, latitude, longitude };
}

/** The five dealerships that the network serves. The businesses are invented, the streets are real, coordinates estimated. */
export type Located = {
  address: string;
  city: string;
  state: string;
  zipCode: string;
  latitude: string;
  longitude: string;
};

export type DemoDealership = Located & {
  name: string;
  fullname: string;
  /** The person who signs at the parts counter. */
  receiver: string;
};

export const DEALERSHIPS: DemoDealership[] = [
  {
    name: 'Buick',
    fullname: 'Northland Buick GMC',
    address: '1420 NE Vivion Rd',
    city: 'Kansas City',
    state: 'MO',
    zipCode: '64118',
    latitude: '39.18430000',
    longitude: '-94.56280000',
    receiver: 'Owen Prather',
  },
  {
    name: 'Chevrolet',
    fullname: 'Kaw Point Chevrolet',
    address: '7640 State Ave',
    city: 'Kansas City',
    state: 'KS',
    zipCode: '66112',
    latitude: '39.11690000',
    longitude: '-94.75310000',
    receiver: 'Lucia Barros',
  },
  {
    name: 'Ford',
    fullname: 'Tallgrass Ford',
    address: '1250 E Santa Fe St',
    city: 'Olathe',
    state: 'KS',
    zipCode: '66061',
    latitude: '38.88310000',
    longitude: '-94.80120000',
    receiver: 'Grant Ellery',
  },
  {
    name: 'Hyundai CDJR',
    fullname: 'Two Rivers Hyundai Chrysler Dodge Jeep Ram',
    address: '3510 S Noland Rd',
    city: 'Independence',
    state: 'MO',
    zipCode: '64055',
    latitude: '39.05540000',
    longitude: '-94.41460000',
    receiver: 'Simone Adair',
  },
  {
    name: 'Jeep',
    fullname: 'Trailside Jeep',
    address: '8600 Metcalf Ave',
    city: 'Overland Park',
    state: 'KS',
    zipCode: '66212',
    latitude: '38.97170000',
    longitude: '-94.66830000',
    receiver: 'Wes Tomlin',
  },
];

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
