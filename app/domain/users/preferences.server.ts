import { User } from 'db/models/people';
import { fn } from 'sequelize';
import type { Actor } from '~/domain/actor';
import { notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import type { Preferences } from './preferences';

export async function getPreferences(actor: Actor): Promise<Preferences> {
  authorize(actor, 'editPreferences');
  const stored = await User.findRow(['theme', 'textSize', 'timeZone'], { where: { id: actor.id } });
  if (!stored) throw notFound('User');
  return stored;
}

export async function savePreferences(actor: Actor, preferences: Preferences): Promise<void> {
  authorize(actor, 'editPreferences');
  const { theme, textSize, timeZone } = preferences;
  await User.update({ theme, textSize, timeZone, updatedAt: fn('now') }, { where: { id: actor.id } });
}
