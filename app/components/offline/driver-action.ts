/**
 * An action of a driver. It is read from a form, stored in the outbox (`act` of an entry) and sent by an API call. Its
 * fields are those of the call, so entries of older versions can still be sent.
 */
import { outbox as words } from '~/words/en/outbox';
import { FAILURE_REASONS, LONGEST_FAILURE_NOTE, MOST_PHOTO_BYTES } from '~/domain/tasks/model/task';
import type { DriverStatus } from '~/domain/tasks/model/transitions';
import type { ReorderTasks, ReportStatus, UndoCompletion } from '~/domain/tasks/model/schema';
import { driver } from '~/words/en/driver';
import { STATUS } from '~/domain/tasks/model/statuses';

type Report = ReportStatus & { status: DriverStatus };
/** The time of the tap, ISO 8601. */
type Tapped = { occurred_at: string };

export type DriverAction =
  | ({ kind: 'status' } & Report & Tapped)
  /** Takes a completion back. */
  | ({ kind: 'undo' } & UndoCompletion & Tapped)
  /** Entries stored by older versions have no `movedIds`. */
  | ({ kind: 'order'; baseIds: number[] } & Pick<ReorderTasks, 'taskIds' | 'movedIds'>)
  /** Entries stored by older versions have no `taskIds` of what the driver saw. */
  | { kind: 'endRoute'; taskIds?: number[] }
  | { kind: 'startRoute'; taskIds?: number[] }
  | ({ kind: 'startRun'; runId: number; taskIds?: number[] } & Tapped);

type Call = { method: 'POST' | 'PUT'; path: string; body: unknown };

export function callFor(act: DriverAction, driverId: number): Call {
  const { kind, ...body } = act;
  switch (kind) {
    case 'status':
      return { method: 'POST', path: '/api/tasks/batch/status', body };
    case 'undo':
      return { method: 'POST', path: '/api/tasks/batch/undo-completion', body };
    case 'order':
      return { method: 'PUT', path: `/api/tasks/reorder/${String(driverId)}`, body };
    case 'endRoute':
      return { method: 'POST', path: `/api/tasks/end-route/${String(driverId)}`, body };
    case 'startRoute':
      return { method: 'POST', path: `/api/tasks/start-route/${String(driverId)}`, body };
    case 'startRun':
      return {
        method: 'POST',
        path: `/api/runs/${String(act.runId)}/out`,
        body: { occurred_at: act.occurred_at, taskIds: act.taskIds },
      };
  }
}

const REPORTS = new Map<unknown, DriverStatus>([
  ['going', STATUS.going],
  ['notGoing', STATUS.pending],
  ['complete', STATUS.completed],
]);

/** Reads the action of a form of the driver's page; null for a form that only the server can handle. */
export function actionOf(form: FormData): DriverAction | null {
  const intent = form.get('intent');
  const status = REPORTS.get(intent);
  if (status) {
    const seen_address = textOf(form.get('seen_address'));
    return {
      kind: 'status',
      taskIds: numbers(form.getAll('taskIds')),
      status,
      occurred_at: now(),
      seen_address,
    };
  }
  if (intent === 'undoCompletion')
    return { kind: 'undo', taskIds: idsOf(form.getAll('taskIds')), occurred_at: now() };
  const seen = form.has('taskIds') && { taskIds: numbers(form.getAll('taskIds')) };
  if (intent === 'endRoute' || intent === 'startRoute') return { kind: intent, ...seen };
  if (intent === 'startRun')
    return { kind: intent, runId: Number(form.get('runId')), ...seen, occurred_at: now() };
  if (intent !== 'reorderTasks') return null;
  const [taskIds, baseIds, movedIds] = [
    form.getAll('taskIds'),
    form.getAll('baseIds'),
    form.getAll('movedIds'),
  ];
  return {
    kind: 'order',
    taskIds: numbers(taskIds),
    baseIds: numbers(baseIds),
    movedIds: numbers(movedIds),
  };
}

const numbers = (values: unknown[]) => values.map(Number);

/** Reads ids that are separated by commas, as the button of a message sends them. */
export const idsOf = (values: unknown) => String(values).split(',').map(Number);

type Fields = Record<string, unknown>;
/** `errors`: sentences by field. */
type ReadForm = { report: Report } | { errors: Record<string, string[]> };

/** Reads the completion of a stop. It has a drawn signature or a typed name. */
export function completionOf({ taskIds, ...fields }: Fields): ReadForm {
  const [signature_image, signed_by, typed_name] = [
    textOf(fields.signature_image),
    textOf(fields.signed_by),
    textOf(fields.typed_name),
  ];
  return readForm(
    {
      taskIds,
      status: STATUS.completed,
      signature_image,
      signed_by,
      typed_name,
      seen_address: textOf(fields.seen_address),
    },
    { typed_name: signature_image === undefined && typed_name === undefined && words.signatureMissing },
  );
}

/** Reads the report that a stop could not be completed. */
export function failureOf({ taskIds, ...fields }: Fields): ReadForm {
  const [reason, note = ''] = [textOf(fields.reason), textOf(fields.note)];
  const failure_reason = note ? `${String(reason)}: ${note.replaceAll(/\s+/g, ' ')}` : reason;
  return readForm(
    { taskIds, status: STATUS.hold, failure_reason },
    {
      reason: FAILURE_REASONS.every((each) => each !== reason) && driver.chooseReason,
      note:
        (Array.from(note).length > LONGEST_FAILURE_NOTE && driver.longNote(LONGEST_FAILURE_NOTE)) ||
        (reason === 'other' && note === '' && driver.sayWhy),
    },
  );
}

function readForm(
  { taskIds, ...report }: Omit<Report, 'taskIds'> & { taskIds: unknown },
  wrong: Record<string, string | false>,
): ReadForm {
  const ids = numbers([taskIds ?? []].flat());
  const sentences = { taskIds: ids.length === 0 && driver.noTasksHere, ...wrong };
  const errors = Object.entries(sentences).flatMap(([name, said]) =>
    said ? [[name, [said]] as [string, string[]]] : [],
  );
  return errors.length > 0 ? { errors: Object.fromEntries(errors) } : { report: { ...report, taskIds: ids } };
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim()) || undefined;

/** Reads the action of a form about the stop; null when only the server can check it or scale a photo down. */
export async function stopActionOf(
  form: FormData,
  read: (fields: Fields) => ReadForm,
): Promise<DriverAction | null> {
  const answer = read({ ...Object.fromEntries(form), taskIds: form.getAll('taskIds') });
  const photos = await photosOf(form);
  if (!photos || 'errors' in answer) return null;
  return { kind: 'status', ...answer.report, occurred_at: now(), photos };
}

/** The photos as data URLs; null when the API would refuse one of them. */
async function photosOf(form: FormData): Promise<string[] | null> {
  const files = form.getAll('photos').filter((each): each is File => each instanceof File && each.size > 0);
  const isFit = ({ type, size }: File) => /^image\/(jpeg|png)$/.test(type) && size <= MOST_PHOTO_BYTES;
  return files.every(isFit) ? Promise.all(files.map(dataUrlOf)) : null;
}

async function dataUrlOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:${file.type};base64,${btoa(text)}`;
}

/** The message for a refusal without a message of the server. */
export function failureMessage(act: DriverAction): string {
  if (act.kind === 'endRoute') return driver.endFailed;
  return act.kind === 'startRoute' || act.kind === 'startRun' ? driver.startFailed : driver.failed;
}

/** Messages of the page after an action. */
export const routeEnded = () => ({ title: driver.routeEnded, description: driver.routeEndedText });
export const routeStarted = () => ({ title: driver.routeStarted, description: driver.routeStartedText });
export const runStarted = () => ({ title: driver.runStarted, description: driver.runStartedText });
export const reported = () => ({ title: driver.reported, description: driver.reportedText });

let serverAheadMs = 0;
const NOTABLE_MS = 30_000;

/** Notes the server's clock, because a phone's clock may be wrong. */
export function noteClock(response: Response): void {
  const date = Date.parse(response.headers.get('Server-Time') ?? '');
  if (Number.isNaN(date)) return;
  const ahead = date - Date.now();
  serverAheadMs = Math.abs(ahead) > NOTABLE_MS ? ahead : 0;
}

/** Converts a time of this phone to the server's clock, if that is known. ISO 8601. */
export const onServerClock = (moment: number) => new Date(moment + serverAheadMs).toISOString();

const now = () => onServerClock(Date.now());
