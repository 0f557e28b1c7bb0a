/** Changes name, email and phone of a user. The username can't be changed. */
import { fn, Transaction } from 'sequelize';
import * as z from 'zod/v4';
import { row, transaction } from 'db/connection';
import { prepared } from 'db/statement';
import { User } from 'db/models/people';
import { differences, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { command, query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { authorizeFor } from '~/domain/kernel/permissions';
import { tellPages } from '~/domain/platform/sync/pages.server';
import { lockLists } from '~/domain/platform/sync/lists.server';
import {
  atUser,
  ChooseBoardView,
  CurrentUserAnswer,
  PreferencesAnswer,
  SavePreferences,
  UpdateProfile,
} from './schema';
import type { Preferences } from './preferences';
import { getProfile, targetOf } from './queries.server';

/** Missing fields stay as they are. */
export const updateProfile = command(
  {
    summary: "Changes a profile: your own, or as an admin anyone's",
    about: 'Any of `name`, `email`, `phone`; null means none.',
    may: 'editProfile',
    at: atUser,
    input: UpdateProfile,
    answer: CurrentUserAnswer,
  },
  async ({ actor, userId: id, input }) => {
    authorizeFor(actor, 'editProfile', id);
    return transaction(async () => {
      // Boards show names.
      if (input.name !== undefined) await lockLists([null]);
      await User.findRow(['id'], { where: { id }, lock: Transaction.LOCK.NO_KEY_UPDATE });
      const stored = await getProfile(id);
      const { name = stored.name, email = stored.email, phone = stored.phone } = input;
      const profile = { name, email: email || null, phone: phone || null };
      await User.update({ ...profile, updatedAt: fn('now') }, { where: { id } });
      if (name !== stored.name) await tellPages('everybody');
      if (id !== actor.id) {
        const target = targetOf({ ...stored, name });
        await recordAdminEvent(actor, { act: 'user.profile', target, changes: differences(stored, profile) });
      }
      return { ...stored, ...profile };
    });
  },
);

/** For the form on the settings page, whose path has no id. */
export const updateOwnProfile = command(
  {
    summary: 'Changes your own profile',
    may: 'editProfile',
    input: UpdateProfile,
    answer: CurrentUserAnswer,
  },
  ({ actor, input }) => updateProfile({ actor, userId: actor.id, input }),
);

/** The same for the form of User Management, which only admins have. */
export const updateAnybodysProfile = command({ ...updateProfile.spec, may: 'manageUsers' }, updateProfile);

const STORED = prepared(
  `select theme, text_size as "textSize", time_zone as "timeZone", board_view as "boardView"
   from users where id = $id`,
);

export const getPreferences = query(
  { summary: 'Your own preferences', may: 'editPreferences', answer: PreferencesAnswer },
  async ({ actor }) => {
    const stored = await row<Preferences>(STORED, { id: actor.id });
    if (!stored) throw notFound('User');
    return stored;
  },
);

export const savePreferences = command(
  {
    summary: 'Saves your own preferences',
    may: 'editPreferences',
    input: SavePreferences,
    answer: z.void(),
  },
  async ({ actor, input: { theme, textSize, timeZone } }) => {
    await User.update({ theme, textSize, timeZone, updatedAt: fn('now') }, { where: { id: actor.id } });
  },
);

/** For the switch on the board, which is not in the form with the other preferences. */
export const chooseBoardView = command(
  {
    summary: 'Chooses what the dashboard shows you beside each driver',
    may: 'editPreferences',
    input: ChooseBoardView,
    answer: z.void(),
  },
  async ({ actor, input: { boardView } }) => {
    await User.update({ boardView, updatedAt: fn('now') }, { where: { id: actor.id } });
  },
);
