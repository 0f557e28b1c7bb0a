/**
 * Notifies every instance of the positions of drivers. A notification in the commit of each position would
 * make all commits of the server wait for each other, so this instance gathers drivers and tells their
 * positions in a transaction of its own.
 */
import { execute } from 'db/connection';
import { prepared } from 'db/statement';
import type { DriverPosition } from '~/domain/tasks/model/last-positions';
import { LAST, SHOWN } from './last-positions.server';

/** Null: no longer shown. */
export type DriverMove = { driverId: number; position: DriverPosition | null };

/** The channel that every instance listens on. Its messages are a list of `DriverMove`. */
export const MOVES_CHANNEL = 'driver_moves';

const GATHER_MS = 250;
/** A notification holds 8,000 bytes. */
const DRIVERS_A_MESSAGE = 30;

// Tells the stored position and not the reported one: the driver may have switched positions off meanwhile.
const TELL = prepared(
  `select count(pg_notify($channel, message)) from (
     select jsonb_agg(jsonb_build_object('driverId', id, 'position', (
       select to_jsonb(last) from (select ${LAST} from last_positions p where p.driver_id = id and ${SHOWN}) as last
     )))::text as message
     from unnest($driverIds::integer[]) with ordinality as driver(id, n) group by (n - 1) / ${String(DRIVERS_A_MESSAGE)}
   ) as messages`,
);

const gathered = new Set<number>();
let timer: NodeJS.Timeout | undefined;

/** Call it after the commit. */
export function tellMove(driverId: number): void {
  gathered.add(driverId);
  timer ??= setTimeout(() => {
    const driverIds = [...gathered];
    gathered.clear();
    timer = undefined;
    // A failure does little harm: the next message tells the next positions.
    tellMoves(driverIds).catch(() => undefined);
  }, GATHER_MS);
}

/** Within a transaction, the notification is sent after its commit. */
export const tellMoves = (driverIds: number[]): Promise<unknown> =>
  execute(TELL, { channel: MOVES_CHANNEL, driverIds });
