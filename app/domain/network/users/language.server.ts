/** The language of a person: the person's own choice, or an admin's for them. */
import { fn } from 'sequelize';
import * as z from 'zod/v4';
import { User } from 'db/models/people';
import { command, query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { administer, differences, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { isLanguage, LANGUAGES, type Language } from '~/words/languages';
import { targetOf } from './queries.server';
import { atUser } from './schema';

const NAMES = Object.keys(LANGUAGES) as Language[];

const Chosen = z.strictObject({
  language: z.enum(NAMES, `language must be ${NAMES.join(' or ')}, or null for the browser's`).nullable(),
});

/** A former language, which there is no longer, is like none. */
async function languageOf(id: number) {
  const user = await User.findRow(['id', 'username', 'name', 'language'], {
    where: { id, deactivatedAt: null },
  });
  if (!user) throw notFound('User');
  return { ...user, language: isLanguage(user.language) ? user.language : null };
}

export const getLanguage = query(
  {
    summary: 'The language of a user; null for that of the browser',
    may: 'manageUsers',
    at: atUser,
    answer: Chosen,
  },
  async ({ userId }) => ({ language: (await languageOf(userId)).language }),
);

export const setLanguage = command(
  { summary: 'Sets the language of a user', may: 'manageUsers', at: atUser, input: Chosen, answer: Chosen },
  ({ actor, userId: id, input }) =>
    administer(actor, async () => {
      const user = await languageOf(id);
      const changes = differences({ language: user.language }, input);
      if (Object.keys(changes).length === 0) return input;
      await User.update({ ...input, updatedAt: fn('now') }, { where: { id } });
      await recordAdminEvent(actor, { act: 'user.profile', target: targetOf(user), changes });
      return input;
    }),
);

export const getOwnLanguage = query(
  { summary: 'Your own language; null for that of the browser', may: 'editPreferences', answer: Chosen },
  async ({ actor }) => ({ language: (await languageOf(actor.id)).language }),
);

export const setOwnLanguage = command(
  { summary: 'Sets your own language', may: 'editPreferences', input: Chosen, answer: Chosen },
  async ({ actor, input }) => {
    await User.update({ ...input, updatedAt: fn('now') }, { where: { id: actor.id } });
    return input;
  },
);
