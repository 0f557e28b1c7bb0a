import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { readUsersView, usersPath } from '~/components/administration/admin-links';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { OVER_CARDS } from '~/components/administration/over-cards';
import { listManagedUsers } from '~/domain/network/users/queries.server';
import type { ManagedUser } from '~/domain/network/users/schema';
import { skipRevalidationUnderDialog } from '~/forms/view-params';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Checkbox, Input } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { Time } from '~/ui/time';

export const meta: MetaFunction = () => [{ title: 'User Management · Parts Dispatch' }];

export const handle = OVER_CARDS;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listManagedUsers.spec.may);
  const { search, deactivated } = readUsersView(new URL(request.url).search);
  const users = await load(() =>
    listManagedUsers({ actor, input: { search, deactivated: deactivated ? 'true' : 'false' } }),
  );
  return { users, ownId: actor.id };
}

export const shouldRevalidate = skipRevalidationUnderDialog((search) => usersPath(search));

export default function UserManagement() {
  const { users, ownId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const view = readUsersView(search);
  return (
    <>
      <RouteDialog title="User Management" closeTo="/settings" size="wide">
        <Stack gap={3}>
          <Inline spread>
            <Form key={search} action="/settings/users" preventScrollReset className={css.userFilter}>
              <Input
                type="search"
                name="search"
                aria-label="Name or username"
                placeholder="Name or username"
                defaultValue={view.search}
              />
              <Checkbox
                name="deactivated"
                value="1"
                label="Show deactivated"
                defaultChecked={view.deactivated}
              />
              <Button size="form">Apply</Button>
            </Form>
            <Inline>
              <LinkButton size="form" to={usersPath(search, '/driver')}>
                New Driver
              </LinkButton>
              <LinkButton variant="primary" size="form" to={usersPath(search, '/new')} preventScrollReset>
                Create New User
              </LinkButton>
            </Inline>
          </Inline>
          {users.length > 0 ? (
            <Table columns={['Name', 'Username', 'Roles', 'Dealerships', 'Actions']}>
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
      </RouteDialog>
      <Outlet />
    </>
  );
}

export const ErrorBoundary = SettingsTrouble;

function UserRow({ user, isSelf, search }: { user: ManagedUser; isSelf: boolean; search: string }) {
  const { id, name, username, roles, dealerships, deactivatedAt, isNew, phone, email } = user;
  const person = name || username;
  const to = (more = '') => usersPath(search, `/${String(id)}${more}`);
  return (
    <tr className={deactivatedAt ? css.formerRow : css.row}>
      <td data-label="Name">
        <span>
          <Link to={to()} className={css.rowName}>
            {person}
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
      <td data-label="Actions">
        <span className={css.aboveRow}>
          <Link to={to()} className={css.rowLink} aria-label={`Edit ${person}`}>
            Edit
          </Link>
          {!deactivatedAt && (
            <Link
              to={to('/dealerships')}
              className={css.rowLink}
              aria-label={`Edit dealerships of ${person}`}
              preventScrollReset
            >
              Dealerships
            </Link>
          )}
          {!deactivatedAt && !isSelf && (
            <Link
              to={to('/delete')}
              className={css.rowLink}
              aria-label={`Delete ${person}`}
              preventScrollReset
            >
              Delete
            </Link>
          )}
        </span>
      </td>
    </tr>
  );
}
