import { execute, row } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import type { Preferences } from './preferences';

export async function getPreferences(actor: Actor): Promise<Preferences> {
  authorize(actor, 'editPreferences');
  const stored = await row<Preferences>(
    'select theme, text_size as "textSize", time_zone as "timeZone" from users where id = $id',
    { id: actor.id },
  );
  if (!stored) throw notFound('User');
  return stored;
}

export async function savePreferences(actor: Actor, preferences: Preferences): Promise<void> {
  authorize(actor, 'editPreferences');
  await execute(
    'update users set theme = $theme, text_size = $textSize, time_zone = $timeZone, updated_at = now() where id = $id',
    { id: actor.id, ...preferences },
  );
}
