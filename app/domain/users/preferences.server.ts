/** How somebody wants to see the application, and the time zones to choose from. */
import { User } from 'db/models/people';
import { fn } from 'sequelize';
import * as z from 'zod/v4';
import { command, query } from '~/domain/command.server';
import { notFound } from '~/domain/errors';
import { env } from '~/env.server';
import { SavePreferences } from './schema';

/** By name, as this version of Node.js knows them; its list does not have UTC. */
export const TIME_ZONES = {
  business: env.BUSINESS_TIME_ZONE,
  all: [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort(),
};

export const getPreferences = query(
  { summary: "One's own preferences", may: 'editPreferences', answer: SavePreferences },
  async ({ actor }) => {
    const stored = await User.findRow(['theme', 'textSize', 'timeZone'], { where: { id: actor.id } });
    if (!stored) throw notFound('User');
    return stored;
  },
);

export const savePreferences = command(
  {
    summary: "Saves one's own preferences",
    may: 'editPreferences',
    input: SavePreferences,
    answer: z.void(),
  },
  async ({ actor, input: { theme, textSize, timeZone } }) => {
    await User.update({ theme, textSize, timeZone, updatedAt: fn('now') }, { where: { id: actor.id } });
  },
);
