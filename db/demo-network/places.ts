/** The demo network's places: invented businesses at plausible addresses around Kansas City, in both states. */
export type DemoAddress = [name: string, address: string, city: string, state: string, zip: string, lat: number, lon: number];
export type DemoAccount = { name: string; type: 'vendor' | 'shop' | 'dealership'; phone: string; addresses: DemoAddress[] };

export const DEALERSHIPS: [name: string, fullname: string, ...place: [string, string, string, string, number, number]][] = [
  ['Buick', 'Northland Buick', '8100 N Oak Trafficway', 'Kansas City', 'MO', '64118', 39.2466, -94.5771],
  ['Chevrolet', 'Blue Ridge Chevrolet', '4200 Blue Ridge Blvd', 'Kansas City', 'MO', '64133', 39.0453, -94.4721],
  ['Ford', 'State Line Ford', '10300 State Line Rd', 'Leawood', 'KS', '66206', 38.9412, -94.6079],
  ['Hyundai CDJR', 'Olathe Hyundai CDJR', '15000 W 119th St', 'Olathe', 'KS', '66062', 38.9131, -94.7601],
  ['Jeep', 'Independence Jeep', '3500 S Noland Rd', 'Independence', 'MO', '64055', 39.0561, -94.4137],
];

const SHOPS: DemoAddress[] = [
  ['Brookside Auto Repair', '6300 Brookside Plaza', 'Kansas City', 'MO', '64113', 39.0128, -94.5885],
  ['Waldo Brake & Tire', '7430 Wornall Rd', 'Kansas City', 'MO', '64114', 38.9925, -94.5945],
  ['Westport Garage', '4050 Pennsylvania Ave', 'Kansas City', 'MO', '64111', 39.0533, -94.5905],
  ['River Market Motors', '412 Delaware St', 'Kansas City', 'MO', '64105', 39.1079, -94.5838],
  ['Gladstone Collision', '6800 N Antioch Rd', 'Gladstone', 'MO', '64119', 39.2235, -94.5527],
  ['Parkville Car Care', '6300 NW 64th St', 'Parkville', 'MO', '64152', 39.2106, -94.6611],
  ['Liberty Body Works', '900 W Kansas St', 'Liberty', 'MO', '64068', 39.2461, -94.4372],
  ['Raytown Transmission', '9900 E 63rd St', 'Raytown', 'MO', '64133', 39.0091, -94.4645],
  ["Lee's Summit Auto Clinic", '300 SW Blue Pkwy', "Lee's Summit", 'MO', '64063', 38.9089, -94.3822],
  ['Grandview Fleet Service', '12900 S US-71 Hwy', 'Grandview', 'MO', '64030', 38.8868, -94.5273],
  ['Mission Auto Works', '5900 Johnson Dr', 'Mission', 'KS', '66202', 39.0226, -94.6557],
  ['Prairie Village Motors', '7600 Mission Rd', 'Prairie Village', 'KS', '66208', 38.9906, -94.6311],
  ['Shawnee Frame & Paint', '11200 Johnson Dr', 'Shawnee', 'KS', '66203', 39.0221, -94.7172],
  ['Lenexa Diesel', '9500 Pflumm Rd', 'Lenexa', 'KS', '66215', 38.9557, -94.7418],
  ['Overland Park Auto Spa', '8000 Metcalf Ave', 'Overland Park', 'KS', '66204', 38.9833, -94.6681],
  ['Strawberry Hill Repair', '500 N 5th St', 'Kansas City', 'KS', '66101', 39.1158, -94.6233],
  ['Turner Truck & Trailer', '5400 Kansas Ave', 'Kansas City', 'KS', '66106', 39.0845, -94.6907],
  ['Merriam Muffler', '5700 Merriam Dr', 'Merriam', 'KS', '66203', 39.0252, -94.6932],
  ['Belton Auto Center', '16200 S Allen Rd', 'Belton', 'MO', '64012', 38.8264, -94.5305],
  ['Blue Springs Garage', '1300 NW State Route 7', 'Blue Springs', 'MO', '64014', 39.0284, -94.2701],
];

const VENDORS: DemoAddress[] = [
  ['Heartland Parts Supply', '1500 Burlington St', 'North Kansas City', 'MO', '64116', 39.1395, -94.5741],
  ['Crossroads Bearings', '1900 Walnut St', 'Kansas City', 'MO', '64108', 39.0901, -94.5823],
  ['Plains Radiator Warehouse', '2500 Southwest Blvd', 'Kansas City', 'MO', '64108', 39.0783, -94.6005],
  ['Midwest Glass & Trim', '5000 E Front St', 'Kansas City', 'MO', '64120', 39.1271, -94.5266],
  ['Santa Fe Electrical', '700 E Santa Fe St', 'Olathe', 'KS', '66061', 38.8842, -94.8122],
  ['Kaw Valley Hydraulics', '300 Central Ave', 'Kansas City', 'KS', '66118', 39.1003, -94.6148],
  ['Sunflower Tire Depot', '8900 Quivira Rd', 'Lenexa', 'KS', '66215', 38.9669, -94.7243],
  ['Truman Core Exchange', '1700 S Crysler Ave', 'Independence', 'MO', '64055', 39.0742, -94.4289],
  ['Airport Axle & Gear', '10000 NW Ambassador Dr', 'Kansas City', 'MO', '64153', 39.2766, -94.6693],
  ['Stockyards Steel Parts', '1600 Genessee St', 'Kansas City', 'MO', '64102', 39.0929, -94.6056],
  ['Swope Park Salvage', '6600 Swope Pkwy', 'Kansas City', 'MO', '64132', 39.0042, -94.5389],
  ['College Blvd Paint Supply', '11100 College Blvd', 'Overland Park', 'KS', '66210', 38.9272, -94.7135],
  ['Speedway Lubricants', '1300 Village West Pkwy', 'Kansas City', 'KS', '66111', 39.1213, -94.8222],
];

const PARTNERS: DemoAddress[] = [
  ['Zona Rosa Imports', '8600 NW Prairie View Rd', 'Kansas City', 'MO', '64153', 39.2518, -94.6651],
  ['Shawnee Mission Motors', '6500 Shawnee Mission Pkwy', 'Mission', 'KS', '66202', 39.0179, -94.6613],
  ['Noland Road Autos', '4300 S Noland Rd', 'Independence', 'MO', '64055', 39.0432, -94.4151],
  ['Blue Valley Cars', '14800 Metcalf Ave', 'Overland Park', 'KS', '66223', 38.8579, -94.6679],
  ['Northgate Trucks', '7200 N Oak Trafficway', 'Gladstone', 'MO', '64118', 39.2303, -94.5761],
  ['Olathe Wheels', '1500 E Santa Fe St', 'Olathe', 'KS', '66061', 38.8847, -94.8014],
  ['Raymore Auto Plaza', '1100 W Foxwood Dr', 'Raymore', 'MO', '64083', 38.8021, -94.4668],
];

const SECOND_DOORS: Record<string, DemoAddress> = {
  'Heartland Parts Supply': ['Will Call Counter', '1515 Iron St', 'North Kansas City', 'MO', '64116', 39.1401, -94.5712],
  'Westport Garage': ['Paint Shop', '4120 Main St', 'Kansas City', 'MO', '64111', 39.0513, -94.5866],
  'Lenexa Diesel': ['Truck Bay', '9700 Lackman Rd', 'Lenexa', 'KS', '66219', 38.9531, -94.7612],
  'Santa Fe Electrical': ['Returns', '760 E Santa Fe St', 'Olathe', 'KS', '66061', 38.8843, -94.8111],
};

function accounts(type: DemoAccount['type'], places: DemoAddress[], prefix: string): DemoAccount[] {
  return places.map(([name, ...place], i) => {
    const second = SECOND_DOORS[name];
    return {
      name,
      type,
      phone: `${prefix}-555-0${String(200 + i)}`,
      addresses: [['Main', ...place], ...(second ? [second] : [])],
    };
  });
}

export const ACCOUNTS: DemoAccount[] = [
  ...accounts('shop', SHOPS, '816'),
  ...accounts('vendor', VENDORS, '913'),
  ...accounts('dealership', PARTNERS, '816'),
];
