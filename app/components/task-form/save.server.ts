/** What the edit dialog does with a form that is to be saved. */
import { data } from '@remix-run/node';
import type { Actor } from '~/domain/actor';
import { invalid } from '~/domain/errors';
import { asDomainError } from '~/domain/faults.server';
import { parseInput } from '~/domain/parse-input.server';
import { requireDriver } from '~/domain/tasks/lifecycle/amend.server';
import { updateTask } from '~/domain/tasks/lifecycle/commands.server';
import { TaskForm } from '~/domain/tasks/form/form';
import { settleChoices } from '~/domain/tasks/form/merge';
import { getTask } from '~/domain/tasks/board/queries.server';
import { UpdateTask } from '~/domain/tasks/schema';
import { undoable } from '~/domain/tasks/undo/undo.server';
import { keepTyped } from '~/forms/merge.server';
import { intent, submit } from '~/http/form.server';
import { STATUS } from '~/http/problem';
import { undoOffer } from '~/forms/undo-offer.server';
import { closeToOf } from './answer.server';
import { overtakenBy, type Overtaken } from './conflict.server';
import { inputOf } from './values.server';

const MOST_TRIES = 5;

/** Saves the form, or shows what others changed in what it was opened with. */
export async function saveTask(request: Request, actor: Actor, taskId: number, form: FormData) {
  settleChoices(form);
  const met: { overtaken?: Overtaken } = {};
  const save = async (input: TaskForm) => {
    let { version } = input;
    for (let tries = 1; ; tries += 1) {
      try {
        const seen = version;
        const { undoId } = await undoable(actor, () => update(actor, taskId, input, seen));
        const toast = { title: 'Task updated successfully', ...undoOffer(undoId) };
        return { redirectTo: closeToOf(request), toast };
      } catch (error) {
        const overtaken = await overtakenBy(actor, error, form, version);
        if (!overtaken) throw error;
        if (isConcerned(overtaken) || tries === MOST_TRIES) {
          met.overtaken = overtaken;
          throw error;
        }
        version = overtaken.conflict.version;
      }
    }
  };
  const answer = await submit(resent(request, form), actor, { save: intent(TaskForm, save) });
  return met.overtaken ? overtakenAnswer(form, met.overtaken) : answer;
}

/** Whether the change is one that the form shows; otherwise there is nothing to decide. */
const isConcerned = ({ conflict: { contested, taken } }: Overtaken) => contested.length + taken.length > 0;

async function update(actor: Actor, taskId: number, form: TaskForm, expectedVersion: number | undefined) {
  const stored = await getTask({ actor, taskId });
  if (form.status !== 'completed' && stored.status !== 'linked') {
    // Also when it is the driver whom the task had before.
    await requireDriver(form.driver_id, 'driver_id');
    if (form.type === 'transfer') await requireDriver(form.transfer_to_driver_id, 'transfer_to_driver_id');
  }
  const input = parseInput(UpdateTask, await inputOf(form, stored));
  await updateTask({ actor, taskId, input, expectedVersion });
}

/** The same request with what is left of the form. */
const resent = ({ url, signal }: Request, form: FormData) =>
  new Request(url, { method: 'POST', body: form, signal });

function overtakenAnswer(form: FormData, { conflict, inputs }: Overtaken) {
  const lastResult = keepTyped(form, { ...inputs, version: String(conflict.version) });
  return data({ lastResult, conflict }, { status: STATUS.conflict });
}

const REQUESTED = 'Re-geolocate requested - coordinates will be updated when address is processed';

/** Looks the address up again; everything else that is typed in the form stays as it is. */
export async function geolocate(
  actor: Actor,
  taskId: number,
  form: FormData,
  seen = Number(form.get('version')) || undefined,
) {
  try {
    const address = form.get('address');
    if (typeof address !== 'string' || address.trim() === '')
      throw invalid('Address is required to re-geolocate');
    const input = parseInput(UpdateTask, { address, latitude: null, longitude: null });
    const { latitude, version } = await updateTask({ actor, taskId, input, expectedVersion: seen });
    const title = latitude === null ? REQUESTED : 'Task location has been successfully re-geolocated';
    const lastResult = keepTyped(form, { version: String(version) });
    return data({ lastResult, said: { title, tone: 'default' as const }, version });
  } catch (error) {
    const overtaken = await overtakenBy(actor, error, form, seen);
    if (overtaken && isConcerned(overtaken)) return overtakenAnswer(form, overtaken);
    if (overtaken) return geolocate(actor, taskId, form, overtaken.conflict.version);
    const known = asDomainError(error);
    if (!known) throw error;
    const said = {
      title: 'Error',
      description: known.message || 'Failed to re-geolocate task',
      tone: 'destructive' as const,
    };
    return data({ lastResult: keepTyped(form), said }, { status: 422 });
  }
}
