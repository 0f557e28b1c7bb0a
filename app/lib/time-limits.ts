/**
 * The times that the server waits for databases, services and workers, in milliseconds. A limit has no effect if it is
 * longer than the one around it. Limits of clients' connections are in app/http/listener/time-limits.server.ts.
 */

/** Only tests set it, because their machines may be slow. */
const FACTOR = Number(process.env.TIME_LIMIT_FACTOR ?? 1);
const scaled = (ms: number) => Math.round(ms * FACTOR);

// Waits in queues.
export const REQUEST_QUEUE_TIMEOUT_MS = scaled(5_000);
export const TRANSACTION_QUEUE_TIMEOUT_MS = scaled(5_000);
export const PASSWORD_QUEUE_TIMEOUT_MS = scaled(30_000);

// The database, for requests. QUERY_TIMEOUT_MS is the driver's own limit, for a server that does not respond at all.
export const CONNECT_TIMEOUT_MS = scaled(3_000);
export const POOL_TIMEOUT_MS = scaled(5_000);
export const LOCK_TIMEOUT_MS = scaled(3_000);
export const STATEMENT_TIMEOUT_MS = scaled(10_000);
export const QUERY_TIMEOUT_MS = scaled(11_000);
export const IDLE_TRANSACTION_TIMEOUT_MS = scaled(15_000);
/** Renaming in the archive may take long. */
export const RENAME_STATEMENT_TIMEOUT_MS = scaled(60_000);
export const IMPORT_LOCK_TIMEOUT_MS = scaled(9_000);
export const FIGURES_TIMEOUT_MS = scaled(2_000);
/** Longer than a short overload, but shorter than the time limit of load balancers. */
export const READY_TIMEOUT_MS = scaled(3_000);

// A read replica, which may be some milliseconds behind.
/** A read that has to see everything then asks the primary. */
export const REPLICA_CATCH_UP_TIMEOUT_MS = scaled(300);
/** A page that can say how old it is then does so. */
export const REPLICA_LATE_MS = 2_000;
/**
 * Replicas wait up to 30 s (`max_standby_streaming_delay`) for a long read. If one is behind by more than twice
 * that, something is wrong.
 */
export const REPLICA_TOO_LATE_MS = 60_000;
export const REPLICA_ANSWER_TIMEOUT_MS = scaled(1_000);

// The database, for a connection outside the pool.
export const SINGLE_CONNECT_TIMEOUT_MS = scaled(5_000);
export const LISTEN_ANSWER_TIMEOUT_MS = scaled(3_000);
/** Shorter than `deadlock_timeout`, so that a migration gives way, and shorter than what a page may be late. */
export const MIGRATION_LOCK_TIMEOUT_MS = 500;
export const DATABASE_START_TIMEOUT_MS = scaled(60_000);
export const START_CONNECT_TIMEOUT_MS = scaled(2_000);
/** After this time, the sessions of an embedded database are cut off. */
export const DATABASE_STOP_TIMEOUT_MS = scaled(20_000);

// Workers: waiting for one, waiting for an answer, and both together.
export const PICTURE_QUEUE_TIMEOUT_MS = scaled(10_000);
export const PICTURE_DECODE_TIMEOUT_MS = scaled(8_000);
export const PICTURE_TIMEOUT_MS = scaled(12_000);
export const DOCUMENT_QUEUE_TIMEOUT_MS = scaled(30_000);
/** A machine that is busy takes long to start a process. It is no fault of the document. */
export const DOCUMENT_START_TIMEOUT_MS = scaled(60_000);
export const DOCUMENT_READ_TIMEOUT_MS = scaled(5_000);
export const ROAD_QUEUE_TIMEOUT_MS = scaled(8_000);
/** A matrix of 75 places takes a second. */
export const ROAD_CALL_TIMEOUT_MS = scaled(4_000);
export const ORDER_QUEUE_TIMEOUT_MS = scaled(4_000);
export const ORDER_TIMEOUT_MS = scaled(5_000);
/** The network makes one plan at a time. The search has its own limit, PLAN_SECONDS. */
export const PLAN_QUEUE_TIMEOUT_MS = scaled(5_000);
/** After this time, a backup that should stop is killed. */
export const BACKUP_STOP_TIMEOUT_MS = scaled(3_000);

// External services.
export const FETCH_TIMEOUT_MS = scaled(5_000);
export const POST_TIMEOUT_MS = scaled(10_000);
export const EMAIL_TIMEOUT_MS = scaled(10_000);
export const SMS_TIMEOUT_MS = scaled(10_000);
/** A pass over some files of a folder, which may be on another machine. */
export const FOLDER_TIMEOUT_MS = scaled(20_000);
export const MAILBOX_CONNECT_TIMEOUT_MS = scaled(10_000);
export const MAILBOX_CHECK_TIMEOUT_MS = scaled(20_000);
export const MAILBOX_SILENCE_TIMEOUT_MS = scaled(30_000);
/** One step, such as a message with its documents, however slowly it comes. */
export const MAILBOX_STEP_TIMEOUT_MS = scaled(300_000);
export const ROAD_SERVICE_TIMEOUT_MS = scaled(4_000);
/** Saving an address waits this long for its location. */
export const GEOCODE_TIMEOUT_MS = scaled(1_500);
export const GEOCODER_QUEUE_TIMEOUT_MS = scaled(3_000);
export const DOCTOR_TIMEOUT_MS = scaled(5_000);

// The port for printers, and the printer behind it.
/** A sender that prints waits no longer for the database. */
export const PRINT_STORE_TIMEOUT_MS = scaled(1_000);
/** At the end of the process, connections that are open may end as long. */
export const PRINT_FINISH_TIMEOUT_MS = scaled(3_000);
/** After this time the rest of a document does not count. */
export const PRINT_RECEIVE_TIMEOUT_MS = scaled(120_000);
export const PRINTER_CONNECT_TIMEOUT_MS = scaled(5_000);
/** A printer without paper takes nothing until somebody comes. */
export const PRINTER_STALL_TIMEOUT_MS = scaled(300_000);
/** One copy, however slowly it is taken. */
export const PRINTER_COPY_TIMEOUT_MS = scaled(900_000);
/** Some printers keep the connection open for a while when they have everything. */
export const PRINTER_CLOSE_TIMEOUT_MS = scaled(60_000);

// Roads. After these times an estimate is shown. A later answer is stored for the next time.
export const PLAN_ROADS_TIMEOUT_MS = scaled(3_000);
export const ARRIVAL_ROADS_TIMEOUT_MS = scaled(300);
export const CANDIDATE_ROADS_TIMEOUT_MS = scaled(200);
export const PLACE_ROADS_TIMEOUT_MS = scaled(50);

// The end of the process.
/** Many sockets are closed faster, so that all are closed within this time. */
export const SOCKETS_CLOSED_WITHIN_MS = 30_000;
/** A proxy closes its unused connections within this time: nginx does after 2 s (docs/nginx.conf). */
export const PROXY_CLOSES_WITHIN_MS = 3_000;
export const FINISH_TIMEOUT_MS = scaled(10_000);
/** Enough to finish requests and loops. Docker and systemd kill the process after 60 s or more, sockets included. */
export const CLOSE_TIMEOUT_MS = scaled(18_000);

/**
 * @param otherwise the result when the time is over; the work goes on, and a failure is passed on only while it is waited
 * for.
 */
export function inTime<Answer>(work: Promise<Answer>, otherwise: Answer, limitMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(resolve, limitMs, otherwise);
  });
  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
}
