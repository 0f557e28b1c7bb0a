/** Reads the positions of drivers, for boards. */
import * as z from 'zod/v4';
import { row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import { known, moment } from '~/domain/kernel/schema';
import { query } from '~/domain/kernel/command.server';
import type { DriverPosition } from '~/domain/tasks/model/last-positions';

const DriverPositionAnswer = z
  .strictObject({
    driverId: known,
    at: moment,
    latitude: z.number(),
    longitude: z.number(),
    accuracy: z.number().nullable().describe('Meters'),
    battery: z.int().nullable().describe('Percent'),
    source: z.enum(['page', 'owntracks', 'traccar', 'osmand']),
  })
  .meta({ id: 'DriverPosition' });

/**
 * SQL: whether the position is shown. Older ones tell nothing about today, and later ones were reported while
 * a clock was ahead.
 */
export const SHOWN = "p.at between now() - interval '12 hours' and now() + interval '5 minutes'";
/** SQL: the columns of a `DriverPosition`. */
export const LAST = `p.driver_id as "driverId", to_json(p.at) #>> '{}' as at, p.latitude, p.longitude,
  p.accuracy::float8, p.battery, p.source`;

export const listLastPositions = query(
  {
    summary: 'The last position of each driver',
    about:
      'Of the last 12 hours. Moves are sent on the live channel, at most every 5 seconds for each driver.',
    may: 'readBoard',
    answer: z.array(DriverPositionAnswer),
  },
  () =>
    rows<DriverPosition>(
      `select ${LAST} from last_positions p join users u on u.id = p.driver_id
       where ${SHOWN} and u.deactivated_at is null order by p.driver_id`,
    ),
);

const OF_DRIVER = prepared(`select ${LAST} from last_positions p where p.driver_id = $driverId and ${SHOWN}`);

/** For the driver's list on the board. The route has checked the permission. */
export const lastPositionOf = (driverId: number) => row<DriverPosition>(OF_DRIVER, { driverId });
