/** Converts between the inputs of the task form and the input of its commands. */
import * as z from 'zod/v4';
import type { Actor } from '~/domain/kernel/actor';
import { businessInstant } from '~/domain/network/settings/business-time.server';
import { type DomainError, fieldRefusal } from '~/domain/kernel/errors';
import { type FieldFacts, keysOf, listIn, NOTHING, shownValue } from '~/domain/kernel/field-table';
import { parseInput } from '~/domain/kernel/parse-input.server';
import { optionalId } from '~/domain/kernel/schema';
import { getTask, type Names, namesOf } from '~/domain/tasks/store/queries.server';
import { unusedFields } from '~/domain/tasks/model/field-lists';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import { isAccount } from '~/domain/network/accounts/queries.server';
import { requireDriver } from '~/domain/tasks/lifecycle/change.server';
import type { Task, TaskType } from '~/domain/tasks/model/task';
import { clockAt, clockLabel, dateLabel, hourLabel, isClock, wallClock } from '~/domain/kernel/time';
import { businessZone } from '~/domain/network/settings/network.server';
import { deliverByNotice, deliverByShown, needByNotice, needByShown } from '~/domain/tasks/model/problems';
import { type FormInputs, type Merged, mergeStale, type Stale } from '~/domain/kernel/form-merge';
import { idsIn, shownTaskValue } from '~/domain/tasks/activity/describe.server';
import { untranslated } from '~/domain/kernel/sentence';
import { isHeld, isLinked, isOpen, STATUS } from '~/domain/tasks/model/statuses';
import { joinsRuns } from '~/domain/tasks/model/office-statuses';

type Fields = Record<string, unknown>;

/** Fields that have inputs of other names. */
const COMPOSED = new Set<string>(['need_by', 'deliver_after', 'deliver_by', 'account_id']);

/** The input that has the id of the account, by type of task. */
const ACCOUNT_INPUTS = {
  delivery: 'location_account_id',
  transfer: 'transfer_account_id',
  pickup: 'destination_account_id',
} as const satisfies Record<TaskType, string>;

/** Returns the form's inputs for a stored task, without the name of its destination. */
export function boxesOf(task: Task): Record<string, string> {
  const needBy = task.need_by ? wallClock(new Date(task.need_by), businessZone()) : null;
  return {
    ...Object.fromEntries(
      keysOf(FORM_FIELDS)
        .filter((key) => !COMPOSED.has(key))
        .map((key) => [key, [task[key] ?? ''].flat().join(', ')]),
    ),
    [ACCOUNT_INPUTS[task.type]]: String(task.account_id ?? ''),
    need_by_date: needBy?.date ?? '',
    need_by_hour: needBy ? String(needBy.hour) : '',
    ...momentBoxes('deliver_after', task.deliver_after),
    ...momentBoxes('deliver_by', task.deliver_by),
  };
}

/** Returns the inputs for a copy of the task, without its invoice and without its time. */
export const boxesOfCopy = (task: Task): Record<string, string> => ({
  ...boxesOf(task),
  invoice_number: '',
  status: STATUS.pending,
  need_by_date: '',
  need_by_hour: '',
  ...momentBoxes('deliver_after', null),
  ...momentBoxes('deliver_by', null),
});

/** Returns the input of `createTask`. */
export const composeNew = async (fields: Fields): Promise<Fields> => ({
  ...(await compose({ ...fields, driver_id: fields.driver_id ?? null }, null)),
  ...runIn(fields),
});

/**
 * The run of a new task. The form has the field only where there are schedules. The driver of a run is the run's, and
 * rules decide unless somebody has chosen a driver.
 */
function runIn({ run_id: run, driver_id: driver, type, status }: Fields): Fields {
  if (run === undefined || type === 'transfer') return {};
  if (run === NO_RUN) return { run_id: null };
  if (run !== null) return { run_id: run, driver_id: undefined };
  return joinsRuns({ status }) && !driver ? { driver_id: undefined } : {};
}

const NO_RUN = 'none';

/** The value of the field of the run for a stored task. */
export const runValueOf = ({ run_id: run }: Task): string => String(run ?? NO_RUN);

/** A run that was not chosen anew stays, whatever somebody else has chosen meanwhile. */
function runChangeIn({ run_id: run, run_was: before, type }: Fields): Fields {
  if (run === undefined || run === null || run === before || type === 'transfer') return {};
  return { run_id: run === NO_RUN ? null : run };
}

/** Until a transfer is completed, it decides these fields of its delivery. */
const DECIDED_BY_TRANSFER = [
  'type',
  'location',
  'address',
  'account_id',
  'invoice_number',
  'status',
  'need_by',
  'driver_id',
];
const LINKED_FIELDS = keysOf(FORM_FIELDS).filter(
  (key) => !DECIDED_BY_TRANSFER.includes(key) && !(key in unusedFields('delivery', true)),
);

/** Returns the input of `updateTask`. */
export async function composeChange(
  fields: Fields,
  { actor, taskId }: { actor: Actor; taskId: number },
): Promise<Fields> {
  const stored = await getTask({ actor, taskId });
  // The transfer decides all other fields.
  if (isLinked(stored))
    return { ...sentOf(fields, LINKED_FIELDS), ...skillsIn(fields), ...(await momentsIn(fields, stored)) };
  if (isOpen(fields)) {
    // Checked even if the task has this driver already.
    await requireDriver(idIn(fields.driver_id), 'driver_id');
    if (fields.type === 'transfer')
      await requireDriver(idIn(fields.transfer_to_driver_id), 'transfer_to_driver_id');
  }
  return { ...(await compose(fields, stored)), ...runChangeIn(fields) };
}

async function compose(fields: Fields, stored: Task | null): Promise<Fields> {
  const type = (fields.type ?? stored?.type) as TaskType;
  return {
    ...sentOf(fields, Object.keys(FORM_FIELDS)),
    ...(await accountIn(fields, type)),
    ...skillsIn(fields),
    ...(await momentsIn(fields, stored)),
    // Browsers also send the hidden inputs of another type.
    ...unusedFields(type, Boolean(stored?.linked_task_id)),
    ...('status' in fields && { need_by: await needByOf(fields, stored) }),
  };
}

/** Returns the fields of this list that the form has sent. */
const sentOf = (fields: Fields, keys: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key)));

const skillsIn = ({ skills }: Fields): Fields => (skills === undefined ? {} : { skills: listIn(skills) });

/**
 * The place names the account where none was chosen, or where somebody has deleted it since. Browsers without
 * JavaScript do not send the choice.
 */
async function accountIn(fields: Fields, type: TaskType): Promise<Fields> {
  const given = fields[ACCOUNT_INPUTS[type]];
  if (given === undefined) return {};
  if (type === 'pickup') return { account_id: given };
  const id = idIn(given);
  return { account_id: id !== null && (await isAccount(id)) ? id : null };
}

const idIn = (value: unknown) => optionalId.safeParse(value).data ?? null;

const NeedBy = z.object({
  need_by_date: z.iso.date('Choose a date'),
  need_by_hour: z.coerce.number('Choose an hour').int().min(0).max(23),
});

/**
 * If day and hour of a need-by were not touched, it keeps its minutes. A new one with a problem (a clock
 * change, the past) is accepted once the form has shown the notice.
 */
async function needByOf(fields: Fields, stored: Task | null): Promise<string | null> {
  if (!isHeld(fields) || !fields.need_by_date) return null;
  const { need_by_date: date, need_by_hour: hour } = parseInput(NeedBy, fields);
  if (stored?.need_by) {
    const known = wallClock(new Date(stored.need_by), businessZone());
    if (known.date === date && known.hour === hour) return stored.need_by;
  }
  const notice = needByNotice(date, hour, new Date(), businessZone());
  if (notice && !(notice.possible && fields.need_by_shown === needByShown(date, hour)))
    throw fieldRefusal('need_by_hour', untranslated('needByTime', notice.text));
  return businessInstant(date, hour);
}

type Moment = 'deliver_after' | 'deliver_by';

const inputsOf = (moment: Moment) => [`${moment}_time`, `${moment}_date`] as const;

function momentBoxes(moment: Moment, iso: string | null): Record<string, string> {
  const [time, date] = inputsOf(moment);
  if (iso === null) return { [time]: '', [date]: '' };
  const [at, zone] = [new Date(iso), businessZone()];
  return { [time]: clockAt(at, zone), [date]: wallClock(at, zone).date };
}

const Clock = z.string().refine(isClock, 'Type a time such as 4:00 PM');
const Day = z.union([z.literal(''), z.iso.date('Choose a date')]).default('');

const momentsIn = async (fields: Fields, stored: Task | null): Promise<Fields> => ({
  ...(await momentIn('deliver_after', fields, stored)),
  ...(await momentIn('deliver_by', fields, stored)),
});

/**
 * A new task without a time gets the account's. A time without a date is today's. A time that was not touched
 * keeps its seconds. A new due time in the past is accepted once the form has shown the notice.
 */
async function momentIn(moment: Moment, fields: Fields, stored: Task | null): Promise<Fields> {
  const [time, date] = inputsOf(moment);
  if (!(time in fields) && !(date in fields)) return {};
  if (!fields[time] && !fields[date]) return stored ? { [moment]: null } : {};
  const typed = parseInput(z.object({ [time]: Clock, [date]: Day }), {
    ...fields,
    [time]: fields[time] ?? '',
  });
  const known = momentBoxes(moment, stored?.[moment] ?? null);
  if (known[time] === typed[time] && known[date] === typed[date]) return { [moment]: stored?.[moment] };
  const day = typed[date] ?? '';
  const clock = typed[time] ?? '';
  const notice =
    moment === 'deliver_by' && (fields.type ?? stored?.type) !== 'pickup'
      ? deliverByNotice(day, clock, new Date(), businessZone())
      : null;
  if (notice && fields.deliver_by_shown !== deliverByShown(day, clock))
    throw fieldRefusal('deliver_by_time', untranslated('deliverByTime', notice));
  const [hour, minute] = clock.split(':').map(Number);
  const { date: today } = wallClock(new Date(), businessZone());
  return { [moment]: await businessInstant(day || today, hour ?? 0, minute) };
}

/** Merges a stale task form with the changes that others made since it was opened. */

type Given = { actor: Actor; mine: FormInputs; error: DomainError };

export async function mergeTask({ actor, mine, error }: Given): Promise<Merged> {
  const { current, changes } = error.details as Stale<Task>;
  const all = changes.map((change) => change.changes);
  const chosen = [mine.driver_id, mine.transfer_to_driver_id].map((id) => Number(id) || null);
  const names = await namesOf(
    actor,
    [...idsIn(all, 'user'), ...chosen, current.driver_id, current.transfer_to_driver_id],
    [...idsIn(all, 'account'), current.account_id],
  );
  return mergeStale(
    Object.values(FORM_FIELDS),
    mine,
    { current, changes },
    {
      inputsOf: (task) => ({
        ...boxesOf(task),
        destination_name: (task.type === 'pickup' && names.account(task.account_id)) || '',
      }),
      show: (field, inputs, task) =>
        task ? shownTaskValue(field, task[field.key], names) : shownInput(field, inputs, names),
      otherwise: current.updated_at,
    },
  );
}

function shownInput(field: FieldFacts & { key: string }, inputs: FormInputs, names: Names): string {
  const value = (inputs[field.key] ?? '').trim();
  if (field.kind === 'instant') {
    const { need_by_date: date, need_by_hour: hour } = inputs;
    const [day, clock] = [inputs[`${field.key}_date`], inputs[`${field.key}_time`]];
    const shown =
      field.key === 'need_by'
        ? [date && dateLabel(date), date && hour && hourLabel(Number(hour))]
        : [day && dateLabel(day), clock && isClock(clock) && clockLabel(clock)];
    return shown.filter(Boolean).join(' ') || NOTHING;
  }
  if (field.kind === 'account') return inputs.destination_name || NOTHING;
  return field.kind === 'user' ? (names.person(Number(value)) ?? NOTHING) : shownValue(field, value);
}
