/** Changes roles, and deletes and restores users. Each change takes effect at once on all instances. */
import { fn, Op } from 'sequelize';
import { execute, row } from 'db/connection';
import { User } from 'db/models/people';
import { administer, recordAdminEvent, requireAnotherAdmin } from '~/domain/platform/audit/audit.server';
import type { Changes } from '~/domain/platform/audit/acts';
import type { Role } from '~/domain/kernel/actor';
import { Deleted } from '~/domain/kernel/schema';
import { command, preparedCommand } from '~/domain/kernel/command.server';
import { conflict } from '~/domain/kernel/errors';
import { may, mayAll, requirePerson } from '~/domain/kernel/permissions';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { releaseTasksOf } from '~/domain/tasks/lifecycle/release.server';
import { tellPages } from '~/domain/platform/sync/pages.server';
import {
  AnonymizeUser,
  atUser,
  ChangeRoles,
  type ManagedUser,
  ManagedUserAnswer,
  RestoreUser,
} from '~/domain/network/users/schema';
import { confirm } from '~/domain/network/users/change-password.server';
import { requireUser, targetOf } from '~/domain/network/users/queries.server';
import { revokeDevicesOf } from '~/domain/tracking/devices.server';
import { closeSessionsOf, endLinkOf, revokeTokensOf } from '~/domain/network/users/sessions.server';
import { usernameTaken } from '~/domain/network/users/sign-in.server';
import { untranslated } from '~/domain/kernel/sentence';

export const changeRoles = preparedCommand(
  {
    summary: 'Sets the roles of a user',
    about:
      "Replaces the whole list. A change of roles ends the user's sessions. Making someone an admin requires `ownPassword`, the caller's password; API tokens can't change admins, and can only take roles away.",
    may: 'manageUsers',
    at: atUser,
    input: ChangeRoles,
    answer: ManagedUserAnswer,
  },
  ({ actor, input, ip }) => confirm(actor, input.ownPassword, ip),
  ({ actor, userId: id, input: { roles } }, confirmed) =>
    administer(actor, async () => {
      const user = await requireUser(id, { active: true });
      const gives = (role: Role) => roles.includes(role) && !user.roles.includes(role);
      const [wasAdmin, isAdmin] = [mayAll(user, 'manageUsers'), mayAll({ roles }, 'manageUsers')];
      if (wasAdmin || roles.some(gives)) requirePerson(actor);
      if (isAdmin && !wasAdmin) confirmed.required();
      if (roles.length === user.roles.length && roles.every((role) => user.roles.includes(role))) return user;
      if (wasAdmin && !isAdmin) await requireAnotherAdmin(id, "The last admin can't be demoted");
      const losesRoute = may(user, 'haveRoute') && !may({ roles }, 'haveRoute');
      const unassigned = losesRoute ? await releaseTasksOf(actor, id) : 0;
      await lockLists([id, null]);
      await User.update({ roles, updatedAt: fn('now') }, { where: { id } });
      await closeSessionsOf(id);
      await endLinkOf(id);
      await recordAdminEvent(actor, {
        act: 'user.roles',
        target: targetOf(user),
        changes: { roles: [user.roles, roles], ...openTasks(unassigned) },
      });
      await tellPages('everybody');
      return requireUser(id);
    }),
);

/** The row of the user is kept for history, but the user can't sign in. Completed tasks keep the name. */
export const deleteUser = command(
  {
    summary: 'Deletes a user',
    about: 'Open tasks become unassigned; sessions and tokens end at once.',
    may: 'manageUsers',
    at: atUser,
    answer: Deleted,
  },
  async ({ actor, userId: id }) => {
    if (id === actor.id) throw conflict(untranslated('deleteYourself', "You can't delete yourself"));
    return administer(actor, async () => {
      const user = await requireUser(id, { active: true });
      if (mayAll(user, 'manageUsers')) {
        requirePerson(actor);
        await requireAnotherAdmin(id, "The last admin can't be deleted");
      }
      const unassigned = await releaseTasksOf(actor, id);
      await User.update({ deactivatedAt: fn('now'), updatedAt: fn('now') }, { where: { id } });
      await closeSessionsOf(id);
      await revokeTokensOf(id);
      await revokeDevicesOf(id);
      await endLinkOf(id);
      await recordAdminEvent(actor, {
        act: 'user.deleted',
        target: targetOf(user),
        changes: openTasks(unassigned),
      });
      await tellPages('everybody');
      return { id };
    });
  },
);

const openTasks = (count: number): Changes => (count > 0 ? { openTasks: [count, 0] } : {});

/** Password, roles and dealerships are as before. The old username may belong to somebody else by now. */
export const restoreUser = preparedCommand(
  {
    summary: 'Restores a deleted user',
    about:
      "Send `username` if the old one is taken. Restoring an admin requires `ownPassword`, the caller's password. Not for API tokens.",
    may: 'manageUsers',
    at: atUser,
    input: RestoreUser,
    answer: ManagedUserAnswer,
  },
  ({ actor, input, ip }) => {
    requirePerson(actor);
    return confirm(actor, input.ownPassword, ip);
  },
  ({ actor, userId: id, input }, confirmed) =>
    administer(actor, async () => {
      const user = await requireUser(id);
      if (!user.deactivatedAt) throw conflict(untranslated('userActive', 'This user is not deactivated'));
      if (await User.exists({ id, anonymizedAt: { [Op.ne]: null } }))
        throw conflict(untranslated('userAnonymized', 'The personal data of this user was removed'));
      if (mayAll(user, 'manageUsers')) confirmed.required();
      const username = input.username ?? user.username;
      await lockLists([id, null]);
      // A taken username is checked here: a refusal by PostgreSQL would put the name into its log.
      const isBack = await row(
        `update users set deactivated_at = null, username = $username, updated_at = now()
         where id = $id and not exists (
           select 1 from users o where lower(o.username) = lower($username) and o.deactivated_at is null and o.id <> $id
         ) returning id`,
        { id, username },
      );
      if (!isBack) throw usernameTaken();
      await recordAdminEvent(actor, {
        act: 'user.restored',
        target: targetOf({ ...user, username }),
        changes: username === user.username ? {} : { username: [user.username, username] },
      });
      await tellPages('everybody');
      return requireUser(id);
    }),
);

/**
 * Removes what identifies a user. The user's actions stay under a number, so that history and reports still
 * add up.
 */

/** `Former driver 12` */
const formerName = ({ id, roles }: Pick<ManagedUser, 'id' | 'roles'>) =>
  `Former ${may({ roles }, 'haveRoute') ? 'driver' : (roles[0] ?? 'user')} ${String(id)}`;

const OWN = ['sessions', 'api_tokens', 'drafts', 'idempotency_keys', 'undos', 'devices', 'push_events'];
const DRIVEN = ['driver_notices', 'positions', 'last_positions', 'shifts'];

/** Clears only the user's own data: names of signers belong to customers, and the retention deletes them. */
const WITHOUT_PERSON = `
  update admin_events set target_name = $name,
    changes = changes - '{name,username,email,phone,address}'::text[]
  where target_id = $id::text and (act like 'user.%' or act like 'session.%' or act like 'device.%' or act = 'trail.viewed')`;

/** Plans contain the names of their drivers. */
const PLANS = `delete from plans where request -> 'driverIds' @> to_jsonb($id::integer)`;

export const anonymizeUser = preparedCommand(
  {
    summary: 'Deletes a user and their personal data',
    about: "Removes name, username, email, and phone, also from the audit log. This can't be undone.",
    may: 'manageUsers',
    at: atUser,
    input: AnonymizeUser,
    answer: Deleted,
  },
  ({ actor, input, ip }) => confirm(actor, input.ownPassword, ip),
  ({ actor, userId: id }, confirmed) =>
    administer(actor, async () => {
      confirmed.required();
      const user = await requireUser(id);
      if (await User.exists({ id, anonymizedAt: { [Op.ne]: null } }))
        throw conflict(
          untranslated('userAlreadyAnonymized', 'The personal data of this user has already been removed'),
        );
      if (!user.deactivatedAt) await deleteUser({ actor, userId: id });
      await lockLists([id, null]);
      const name = formerName(user);
      const username = `former-${String(id)}`;
      await User.update(
        {
          name,
          username,
          email: null,
          phone: null,
          passwordHash: '',
          isNew: false,
          vehicle: '',
          language: null,
          anonymizedAt: fn('now'),
          updatedAt: fn('now'),
        },
        { where: { id } },
      );
      for (const table of OWN) await execute(`delete from ${table} where user_id = $id`, { id });
      for (const table of DRIVEN) await execute(`delete from ${table} where driver_id = $id`, { id });
      await execute(PLANS, { id });
      await execute(WITHOUT_PERSON, { id, name });
      await recordAdminEvent(actor, { act: 'user.anonymized', target: targetOf({ id, name, username }) });
      await tellPages('everybody');
      return { id };
    }),
);
