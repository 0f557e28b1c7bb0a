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
