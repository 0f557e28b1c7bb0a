import type { Actor } from '~/domain/kernel/actor';
import { readId } from '~/domain/kernel/ids';
import { locateStored } from '~/domain/geography/geocoding/locate.server';
import { LIMITS } from '~/domain/kernel/limits';
import { authorizeAll } from '~/domain/kernel/permissions';
import { TASK_FIELDS } from '~/domain/tasks/model/fields';
import { type FoundRun, nextRuns } from '~/domain/tasks/runs/find.server';

type Typed = {
  type: string;
  location: string;
  address: string;
  accountId: number | null;
  shipVia: string;
  /** The chosen run; empty for the rules. */
  run: string;
};

/** Returns the run that a task with these fields would join; null for none. */
export async function findPromise(actor: Actor, typed: Typed): Promise<FoundRun | null> {
  authorizeAll(actor, 'createTask');
  const { type, location, address, accountId, shipVia, run } = typed;
  const runId = readId(run);
  if (!isForRuns(type) || (run !== '' && runId === null)) return null;
  if (
    location.length > LIMITS.name ||
    address.length > LIMITS.address ||
    shipVia.length > TASK_FIELDS.ship_via.max
  )
    return null;
  const place = await locateStored(address);
  const sought = {
    type,
    location: location.trim(),
    address: address.trim(),
    latitude: place?.latitude,
    longitude: place?.longitude,
    account_id: accountId,
    ship_via: shipVia,
    actorId: actor.id,
  };
  const { runs } = await nextRuns(sought, 1, runId);
  return runs[0] ?? null;
}

const isForRuns = (type: string): type is 'delivery' | 'pickup' => type === 'delivery' || type === 'pickup';
