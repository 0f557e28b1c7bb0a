import { Form, Link } from '@remix-run/react';
import type { ManagedUser } from '~/domain/users/answers';
import * as css from '~/components/administration/table.css';
import { usersPath } from '~/components/administration/view';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Time } from '~/ui/time';

type Props = { users: ManagedUser[]; ownId: number; search: string };

export function UserTable({ users, ownId, search }: Props) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Username</th>
          <th scope="col">Roles</th>
          <th scope="col">Dealerships</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} isSelf={user.id === ownId} search={search} />
        ))}
      </tbody>
    </table>
  );
}

function UserRow({ user, isSelf, search }: { user: ManagedUser; isSelf: boolean; search: string }) {
  const { id, name, username, roles, dealerships, deactivatedAt, isNew, phone, email } = user;
  const person = name || username;
  const to = (page: string) => usersPath(search, `/${String(id)}/${page}`);
  return (
    <tr className={deactivatedAt ? css.former : undefined}>
      <td data-label="Name">
        {person}
        {isSelf && ' (you)'} {isNew && !deactivatedAt && <Badge tone="hold">New</Badge>}
        {(phone ?? email) && <div className={css.note}>{[phone, email].filter(Boolean).join(' · ')}</div>}
        {deactivatedAt && (
          <div className={css.note}>
            Deactivated <Time iso={deactivatedAt} />
          </div>
        )}
      </td>
      <td data-label="Username">{username}</td>
      <td data-label="Roles">
        <span className={css.values}>
          <span className={css.words}>
            {roles.map((role) => (
              <Badge key={role} tone={deactivatedAt ? 'inactive' : 'assigned'}>
                {role}
              </Badge>
            ))}
          </span>
          {!deactivatedAt && <RowLink to={to('roles')} what="Edit" of={`roles of ${person}`} />}
        </span>
      </td>
      <td data-label="Dealerships">
        <span className={css.values}>
          {dealerships.length > 0 ? dealerships.join(', ') : <span className={css.former}>None</span>}
          {!deactivatedAt && <RowLink to={to('dealerships')} what="Edit" of={`dealerships of ${person}`} />}
        </span>
      </td>
      <td data-label="Actions">
        <span className={css.values}>
          {!deactivatedAt && <RowLink to={to('profile')} what="Edit" of={`profile of ${person}`} />}
          {isNew && !deactivatedAt && (
            <Form method="post" action={usersPath(search)} preventScrollReset>
              <input type="hidden" name="userId" value={id} />
              <Button name="intent" value="reviewUser" aria-label={`Reviewed: ${person}`}>
                Reviewed
              </Button>
            </Form>
          )}
          {isSelf ? (
            <RowLink to="/settings/password" what="Change Password" of="of yours" />
          ) : deactivatedAt ? (
            <RowLink to={to('restore')} what="Restore" of={person} />
          ) : (
            <>
              <RowLink to={to('password')} what="Reset Password" of={`of ${person}`} />
              <RowLink to={to('delete')} what="Delete" of={person} />
            </>
          )}
        </span>
      </td>
    </tr>
  );
}

/** Screen readers read the name without the row, so it names the user. */
function RowLink({ to, what, of }: { to: string; what: string; of: string }) {
  return (
    <Link to={to} className={css.rowLink} preventScrollReset aria-label={`${what} ${of}`}>
      {what}
    </Link>
  );
}
