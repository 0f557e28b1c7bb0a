/** The schedules of the demo: six runs a morning, each with its standing stops. Their runs are made at the start. */
import { RunSchedule, RunStop, RunTime } from 'db/models/runs';

type DemoRun = {
  name: string;
  dealership: string;
  driver: string;
  shipVia: string;
  /** Minutes since midnight. */
  departs: number[];
  /** Accounts in their order. Those in the second list are visited always. */
  stops: string[];
  always: string[];
};

const at = (hour: number, minute: number) => hour * 60 + minute;
/** Minutes from the cut-off to the departure. */
const LEAD = 20;
const WORKDAYS = [1, 2, 3, 4, 5];

const RUNS: DemoRun[] = [
  {
    name: 'North',
    dealership: 'Buick',
    driver: 'dnguyen',
    shipVia: 'NORTH',
    departs: [at(8, 30), at(10, 30), at(13, 30)],
    stops: [
      'Briarfield Auto Clinic',
      'Marsh & Tolliver Garage',
      'Gladbrook Auto Plaza',
      'Applewood Auto Care',
    ],
    always: ['Harlan & Dray Motors'],
  },
  {
    name: 'Downtown',
    dealership: 'Chevrolet',
    driver: 'rkowalski',
    shipVia: 'DOWNTOWN',
    departs: [at(9, 0), at(11, 0), at(14, 30)],
    stops: ['Halvorsen Brake & Axle', 'Dunmore Transmission', 'Meridian Hill Motor Repair'],
    always: ['Kessler & Rowe Wholesale Parts'],
  },
  {
    name: 'Kaw Valley',
    dealership: 'Chevrolet',
    driver: 'driver',
    shipVia: 'KAW',
    departs: [at(9, 30), at(13, 0)],
    stops: ['Coldwater Diesel', 'Gantry Row Truck Service', 'Juniper Lane Garage'],
    always: ['Bluestem Radiator Supply'],
  },
  {
    name: 'Johnson County',
    dealership: 'Jeep',
    driver: 'cmoreau',
    shipVia: 'JOCO',
    departs: [at(9, 15), at(12, 30), at(15, 30)],
    stops: ['Ridgepole Auto Service', 'Oakhollow Motor Works', 'Highgate European Auto', 'Pinecrest Imports'],
    always: ['Ashgrove Motors'],
  },
  {
    name: 'Olathe',
    dealership: 'Ford',
    driver: 'btanner',
    shipVia: 'OLATHE',
    departs: [at(8, 45), at(11, 30), at(15, 0)],
    stops: ['Larch Street Automotive', 'Corbin Alignment', 'Copper Kettle Fasteners'],
    always: ['Prairie Crossing Motors'],
  },
  {
    name: 'East',
    dealership: 'Hyundai CDJR',
    driver: 'hlindqvist',
    shipVia: 'EAST',
    departs: [at(9, 45), at(13, 15)],
    stops: [
      "Tillman's Four Wheel Shop",
      'Silver Maple Tire & Lube',
      'Pendry Body & Frame',
      'Stonecrop Service Center',
    ],
    always: ['Belfry Motors', 'Lakemont Auto Group'],
  },
];

type Found = { userId: (username: string) => number; accountId: (name: string) => number };

export async function plantRuns({ userId, accountId }: Found): Promise<void> {
  for (const { name, dealership, driver, shipVia, departs, stops, always } of RUNS) {
    const schedule = await RunSchedule.create(
      { name, dealership, driverId: userId(driver), shipVia: [shipVia] },
      { returning: ['id'] },
    );
    const scheduleId = schedule.id;
    await RunTime.bulkCreate(
      WORKDAYS.flatMap((weekday) =>
        departs.map((minutes) => ({ scheduleId, weekday, departs: minutes, cutoff: minutes - LEAD })),
      ),
    );
    await RunStop.bulkCreate(
      [...always, ...stops].map((account, index) => ({
        scheduleId,
        accountId: accountId(account),
        place: index + 1,
        visit: always.includes(account) ? ('always' as const) : ('when-needed' as const),
      })),
    );
  }
}
