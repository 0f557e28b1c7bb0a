/**
 * How long the server waits for databases, services and workers, in milliseconds. A longer wait than the one around it
 * has no effect. Limits of connections of clients are in app/http/listener/time-limits.server.ts.
 */

// Turns in a queue.
export const REQUEST_QUEUE_TIMEOUT_MS = 5_000;
export const TRANSACTION_QUEUE_TIMEOUT_MS = 5_000;
export const PASSWORD_QUEUE_TIMEOUT_MS = 30_000;

// The database, for requests. The driver's limit ends statements of a server that stands still.
export const CONNECT_TIMEOUT_MS = 3_000;
export const POOL_TIMEOUT_MS = 5_000;
export const LOCK_TIMEOUT_MS = 3_000;
export const STATEMENT_TIMEOUT_MS = 10_000;
export const QUERY_TIMEOUT_MS = 11_000;
export const IDLE_TRANSACTION_TIMEOUT_MS = 15_000;
/** In the archive it may be long. */
export const RENAME_STATEMENT_TIMEOUT_MS = 60_000;
export const IMPORT_LOCK_TIMEOUT_MS = 9_000;
export const FIGURES_TIMEOUT_MS = 2_000;
/** Longer than a busy moment, shorter than the time limit of load balancers. */
export const READY_TIMEOUT_MS = 3_000;

// The database, for one piece of work outside the pool.
export const SINGLE_CONNECT_TIMEOUT_MS = 5_000;
export const LISTEN_ANSWER_TIMEOUT_MS = 3_000;
export const MIGRATION_LOCK_TIMEOUT_MS = 2_000;
export const DATABASE_START_TIMEOUT_MS = 60_000;
export const START_CONNECT_TIMEOUT_MS = 2_000;
/** Until the sessions of an embedded database are cut off. */
export const DATABASE_STOP_TIMEOUT_MS = 20_000;

// Workers: waiting for one, one answer, and both.
export const PICTURE_QUEUE_TIMEOUT_MS = 10_000;
export const PICTURE_DECODE_TIMEOUT_MS = 8_000;
export const PICTURE_TIMEOUT_MS = 12_000;
export const ROAD_QUEUE_TIMEOUT_MS = 8_000;
/** A matrix of 75 places takes a second. */
export const ROAD_CALL_TIMEOUT_MS = 4_000;
export const ORDER_QUEUE_TIMEOUT_MS = 4_000;
export const ORDER_TIMEOUT_MS = 5_000;
/** The network makes one plan at a time. Its search has limits of its own: PLAN_SECONDS. */
export const PLAN_QUEUE_TIMEOUT_MS = 5_000;
/** From the wish to stop until it is ended by force. */
export const BACKUP_STOP_TIMEOUT_MS = 3_000;

// Services outside.
export const FETCH_TIMEOUT_MS = 5_000;
export const POST_TIMEOUT_MS = 10_000;
export const EMAIL_TIMEOUT_MS = 10_000;
export const SMS_TIMEOUT_MS = 10_000;
export const ROAD_SERVICE_TIMEOUT_MS = 4_000;
/** Saving an address waits so long for its place. */
export const GEOCODE_TIMEOUT_MS = 1_500;
export const GEOCODER_QUEUE_TIMEOUT_MS = 3_000;
export const DOCTOR_TIMEOUT_MS = 5_000;

// Roads, where an estimate is shown after that. What is answered later is known the next time.
export const PLAN_ROADS_TIMEOUT_MS = 3_000;
export const ARRIVAL_ROADS_TIMEOUT_MS = 300;
export const CANDIDATE_ROADS_TIMEOUT_MS = 200;
export const PLACE_ROADS_TIMEOUT_MS = 50;

// The end of the process.
export const FINISH_TIMEOUT_MS = 10_000;
/** A request that is finished and the loops; Docker and systemd end the process after 30 s and more. */
export const CLOSE_TIMEOUT_MS = 18_000;
