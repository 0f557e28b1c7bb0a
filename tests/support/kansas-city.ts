/** Sixty businesses of the Kansas City area, in both states. The names are invented; streets, cities and ZIP codes are real. */
export type Business = {
  name: string;
  type: 'vendor' | 'shop' | 'dealership';
  address: string;
  city: string;
  state: string;
  zip: string;
};

type Row = [name: string, type: Business['type'], address: string, city: string, zip: string];

const MISSOURI: Row[] = [
  ['Anvil & Spark Ignition', 'vendor', '1919 Grand Blvd', 'Kansas City', '64108'],
  ['Bellwether Brake Shop', 'shop', '3330 Main St', 'Kansas City', '64111'],
  ['Cinder Alley Customs', 'shop', '2020 Baltimore Ave', 'Kansas City', '64108'],
  ['Dovetail Auto Upholstery', 'shop', '4747 Troost Ave', 'Kansas City', '64110'],
  ['Elder Creek Motors', 'dealership', '8500 Wornall Rd', 'Kansas City', '64114'],
  ['Fernhill Fuel Injection', 'vendor', '7500 Prospect Ave', 'Kansas City', '64132'],
  ['Goldfinch Glass', 'vendor', '1300 E Linwood Blvd', 'Kansas City', '64109'],
  ['Hobnail Truck Parts', 'vendor', '6500 Front St', 'Kansas City', '64120'],
  ['Ivory Gate Radiator', 'shop', '5401 Independence Ave', 'Kansas City', '64123'],
  ['Jackdaw Auto Salvage', 'vendor', '8900 E US Highway 40', 'Kansas City', '64129'],
  ['Kestrel Collision', 'shop', '11000 Hickman Mills Dr', 'Kansas City', '64134'],
  ['Lantern Street Garage', 'shop', '424 Westport Rd', 'Kansas City', '64111'],
  ['Mulberry Muffler', 'shop', '6330 Brookside Plaza', 'Kansas City', '64113'],
  ['Nightjar Towing & Repair', 'shop', '8020 E Truman Rd', 'Kansas City', '64126'],
  ['Orchard Lane Autos', 'dealership', '9200 N Oak Trfy', 'Kansas City', '64155'],
  ['Pewter Mill Parts', 'vendor', '220 W 18th Ave', 'North Kansas City', '64116'],
  ['Quince & Daughters Auto', 'shop', '2100 Swift St', 'North Kansas City', '64116'],
  ['Rookery Wheel & Tire', 'shop', '6320 N Oak Trfy', 'Gladstone', '64118'],
  ['Saltbox Suspension', 'shop', '7100 N Holmes St', 'Gladstone', '64118'],
  ['Thistledown Motors', 'dealership', '8600 NW Prairie View Rd', 'Kansas City', '64153'],
  ['Umber Ridge Paint Supply', 'vendor', '4100 NW Riverside St', 'Riverside', '64150'],
  ['Velvet Hammer Body Works', 'shop', '9300 NW 64th St', 'Parkville', '64152'],
  ['Windrow Electric', 'shop', '1500 W Kansas St', 'Liberty', '64068'],
  ['Yarrow Auto Group', 'dealership', '200 S Stewart Ct', 'Liberty', '64068'],
  ['Zinnia Street Service', 'shop', '1600 W 23rd St S', 'Independence', '64050'],
  ['Acorn Hollow Parts', 'vendor', '3700 S Noland Rd', 'Independence', '64055'],
  ['Bramble & Byrne Garage', 'shop', '17300 E US Highway 24', 'Independence', '64056'],
  ['Coppersmith Cooling', 'vendor', '9000 E State Route 350', 'Raytown', '64133'],
  ['Dunlin Driveshaft', 'shop', '1400 SW Market St', "Lee's Summit", '64081'],
  ['Evergreen Row Motors', 'dealership', '800 SE Blue Pkwy', "Lee's Summit", '64063'],
  ['Foxglove Fleet Care', 'shop', '1100 NW Mock Ave', 'Blue Springs', '64015'],
  ['Gristmill Gaskets', 'vendor', '13000 Arrington Rd', 'Grandview', '64030'],
];

const KANSAS: Row[] = [
  ['Heron Bay Auto Parts', 'vendor', '1500 Minnesota Ave', 'Kansas City', '66102'],
  ['Inkwell Instrument Repair', 'shop', '720 Central Ave', 'Kansas City', '66101'],
  ['Jasper Point Transmission', 'shop', '3100 Strong Ave', 'Kansas City', '66106'],
  ['Knotwood Trailer Supply', 'vendor', '5100 State Ave', 'Kansas City', '66102'],
  ['Loam & Gravel Off-Road', 'shop', '8000 Parallel Pkwy', 'Kansas City', '66112'],
  ['Mistral Air Conditioning', 'shop', '1100 Southwest Blvd', 'Kansas City', '66103'],
  ['North Fork Motors', 'dealership', '10800 Parallel Pkwy', 'Kansas City', '66109'],
  ['Otter Creek Tire', 'shop', '610 N 130th St', 'Bonner Springs', '66012'],
  ['Pebble Lane Auto Glass', 'shop', '5900 Woodson St', 'Mission', '66202'],
  ['Quail Run Batteries', 'vendor', '6800 Johnson Dr', 'Mission', '66202'],
  ['Rushlight Lamps & Lenses', 'vendor', '5600 Merriam Dr', 'Merriam', '66203'],
  ['Sorrel Horse Motors', 'dealership', '6900 W Frontage Rd', 'Merriam', '66203'],
  ['Tamarack Tune & Lube', 'shop', '7500 W 75th St', 'Overland Park', '66204'],
  ['Underhill Auto Works', 'shop', '9000 Santa Fe Dr', 'Overland Park', '66212'],
  ['Vesper Motors', 'dealership', '10000 Metcalf Ave', 'Overland Park', '66212'],
  ['Willowbrook Alignment', 'shop', '8700 W 135th St', 'Overland Park', '66221'],
  ['Aster & Vine Detailing', 'shop', '4800 W 119th St', 'Leawood', '66209'],
  ['Birchbark Imports', 'dealership', '4101 W 83rd St', 'Prairie Village', '66208'],
  ['Calico Cat Cylinder Heads', 'vendor', '8700 Lackman Rd', 'Lenexa', '66219'],
  ['Driftwood Diesel', 'shop', '13900 W 95th St', 'Lenexa', '66215'],
  ['Ember Lake Exhaust', 'shop', '11300 Strang Line Rd', 'Lenexa', '66215'],
  ['Flagstone Fasteners', 'vendor', '6400 Nieman Rd', 'Shawnee', '66203'],
  ['Greywacke Gear & Axle', 'shop', '15400 Shawnee Mission Pkwy', 'Shawnee', '66217'],
  ['Hollyhock Motors', 'dealership', '700 N Rawhide Dr', 'Olathe', '66061'],
  ['Indigo Bend Auto', 'shop', '1401 E Santa Fe St', 'Olathe', '66061'],
  ['Juncture Auto Electric', 'vendor', '1201 N Kansas City Rd', 'Olathe', '66061'],
  ['Kiln & Bellows Welding', 'shop', '15100 S Black Bob Rd', 'Olathe', '66062'],
  ['Lodestar Motors', 'dealership', '500 E Main St', 'Gardner', '66030'],
];

const inState =
  (state: string) =>
  ([name, type, address, city, zip]: Row): Business => ({ name, type, address, city, state, zip });

export const BUSINESSES: Business[] = [...MISSOURI.map(inState('MO')), ...KANSAS.map(inState('KS'))];

/** Writes an address as people type it: "1919 Grand Blvd, Kansas City, MO 64108". */
export const oneLine = ({ address, city, state, zip }: Business) => `${address}, ${city}, ${state} ${zip}`;
