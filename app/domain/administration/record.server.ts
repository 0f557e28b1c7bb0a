import { AdminEvent as StoredEvent } from 'db/models/people';
import type { Actor } from '~/domain/actor';
import type { Act, Changes } from './acts';

type AdminEvent = {
  act: Act;
  /** The thing that was changed, by its present name. */
  target: { id: number | string; name: string };
  changes?: Changes;
};

/**
 * Writes an administrative act down, in the transaction that does it. Secrets have no place in `changes`.
 * @param actor null for the command line, and for people who could not sign in.
 */
export async function recordAdminEvent(
  actor: Pick<Actor, 'id'> | null,
  { act, target, changes = {} }: AdminEvent,
): Promise<void> {
  await StoredEvent.create(
    { actorId: actor?.id ?? null, act, targetId: String(target.id), targetName: target.name, changes },
    { returning: false },
  );
}

/** The fields that differ, as [before, after]. */
export function differences(before: object, after: object): Changes {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after)
      .map(([field, value]): [string, Changes[string]] => [field, [was.get(field) ?? null, value]])
      .filter(([, [old, now]]) => JSON.stringify(old) !== JSON.stringify(now)),
  );
}
