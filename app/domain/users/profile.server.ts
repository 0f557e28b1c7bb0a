/** What people say of themselves. The user name stays as it was made. */
import { execute, transaction } from 'db/connection';
import { User } from 'db/models/people';
import { fn } from 'sequelize';
import { differences, recordAdminEvent } from '~/domain/administration/record.server';
import type { Actor } from '~/domain/actor';
import { forbidden } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import { lockLists } from '~/domain/tasks/lists.server';
import { tellPages } from '~/domain/tasks/record.server';
import { targetOf } from './managed.server';
import { getProfile } from './queries.server';
import type { CurrentUser, UpdateProfile } from './schema';

/** One's own; an admin anybody's. What is not given stays. */
export async function updateProfile(actor: Actor, id: number, input: UpdateProfile): Promise<CurrentUser> {
  if (authorize(actor, 'editProfile') === 'own' && id !== actor.id) throw forbidden();
  return transaction(async () => {
    // Boards show names.
    if (input.name !== undefined) await lockLists([null]);
    await execute('select 1 from users where id = $id for no key update', { id });
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
}
