/** Selects the users who can be given tasks; lists of drivers show them. */
import { Op } from 'sequelize';
import { hasRole, rolesWith } from '~/domain/kernel/permissions';

/** SQL: whether this column of roles contains one that has a route. */
export const hasRoute = (roles: string) => hasRole(roles, rolesWith('haveRoute'));

/** SQL, for users as `u`. */
export const DRIVES = `u.deactivated_at is null and ${hasRoute('u.roles')}`;

/** The same condition for a model. */
export const WHERE_DRIVES = { deactivatedAt: null, roles: { [Op.overlap]: rolesWith('haveRoute') } };
