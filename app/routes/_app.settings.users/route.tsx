import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData, useLocation } from '@remix-run/react';
import { readUsersView, usersPath } from '~/components/administration/admin-links';
import { SettingsPage } from '~/components/administration/settings-page';
import { listManagedUsers } from '~/domain/network/users/queries.server';
import type { ManagedUser } from '~/domain/network/users/schema';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Checkbox, Input } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { Time } from '~/ui/time';

export const meta: MetaFunction = () => [{ title: 'User Management · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listManagedUsers.spec.may);
  const { search, deactivated } = readUsersView(new URL(request.url).search);
  const users = await load(() =>
    listManagedUsers({ actor, input: { search, deactivated: deactivated ? 'true' : 'false' } }),
  );
  return { users, ownId: actor.id };
}

export default function UserManagement() {
  const { users, ownId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const view = readUsersView(search);
  return (
    <SettingsPage
      title="User Management"
      actions={
        <>
          <LinkButton size="form" to={usersPath(search, '/new')}>
            New User
          </LinkButton>
          <LinkButton variant="primary" size="form" to={usersPath(search, '/driver')}>
            New Driver
          </LinkButton>
        </>
      }
    >
      <Stack gap={3}>
        <Form key={search} action="/settings/users" preventScrollReset className={css.userFilter}>
          <Input
            type="search"
            name="search"
            aria-label="Name or username"
            placeholder="Name or username"
            defaultValue={view.search}
          />
          <Checkbox name="deactivated" value="1" label="Show deactivated" defaultChecked={view.deactivated} />
          <Button size="form">Apply</Button>
        </Form>
        {users.length > 0 ? (
          <Table columns={['Name', 'Username', 'Roles', 'Dealerships']}>
            {users.map((user) => (
              <UserRow key={user.id} user={user} isSelf={user.id === ownId} search={search} />
            ))}
          </Table>
        ) : (
          <EmptyState
            action={
              <LinkButton to="/settings/users" preventScrollReset>
                Clear search
              </LinkButton>
            }
          >
            No users found matching “{view.search}” in the name.
          </EmptyState>
        )}
      </Stack>
    </SettingsPage>
  );
}

function UserRow({ user, isSelf, search }: { user: ManagedUser; isSelf: boolean; search: string }) {
  const { id, name, username, roles, dealerships, deactivatedAt, isNew, phone, email } = user;
  return (
    <tr className={deactivatedAt ? css.formerRow : css.row}>
      <td data-label="Name">
        <span>
          <Link to={usersPath(search, `/${String(id)}`)} className={css.rowName}>
            {name || username}
          </Link>
          {isSelf && ' (you)'} {isNew && !deactivatedAt && <Badge tone="hold">New</Badge>}
          {(phone ?? email) && <div className={css.note}>{[phone, email].filter(Boolean).join(' · ')}</div>}
          {deactivatedAt && (
            <div className={css.note}>
              Deactivated <Time iso={deactivatedAt} />
            </div>
          )}
        </span>
      </td>
      <td data-label="Username">{username}</td>
      <td data-label="Roles">
        <span className={css.words}>
          {roles.map((role) => (
            <Badge key={role} tone={deactivatedAt ? 'inactive' : 'assigned'}>
              {role}
            </Badge>
          ))}
        </span>
      </td>
      <td data-label="Dealerships">
        {dealerships.length > 0 ? dealerships.join(', ') : <span className={css.former}>None</span>}
      </td>
    </tr>
  );
}
