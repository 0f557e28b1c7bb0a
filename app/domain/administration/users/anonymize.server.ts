/**
 * Removes what identifies a user. The user's actions stay under a number, so that history and reports still
 * add up.
 */
import { fn, Op } from 'sequelize';
import { execute } from 'db/connection';
import { User } from 'db/models/people';
import { administer, recordAdminEvent } from '~/domain/platform/audit/log.server';
import { Deleted } from '~/domain/kernel/answers';
import { preparedCommand } from '~/domain/kernel/command.server';
import { conflict } from '~/domain/kernel/errors';
import { tellPages } from '~/domain/platform/sync/pages.server';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { deleteUser } from './access.server';
import type { ManagedUser } from '~/domain/network/users/answers';
import { confirm } from '~/domain/network/users/change-password.server';
import { requireUser, targetOf } from '~/domain/network/users/queries.server';
import { AnonymizeUser, atUser } from '~/domain/network/users/schema';
import { may } from '~/domain/kernel/permissions';

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
        throw conflict('The personal data of this user has already been removed');
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
