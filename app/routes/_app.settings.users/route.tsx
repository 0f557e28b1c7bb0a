import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData, useLocation } from '@remix-run/react';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { backToUsers } from '~/components/administration/user-pages.server';
import { readUsersView, usersPath } from '~/components/administration/admin-links';
import type { ManagedUser } from '~/domain/network/users/schema';
import { reviewUser } from '~/domain/network/users/commands.server';
import { listManagedUsers } from '~/domain/network/users/queries.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Checkbox, Input } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';
import { may } from '~/domain/kernel/permissions';
import { EmptyState } from '~/ui/banner';

export const meta: MetaFunction = () => [{ title: 'User Management · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listManagedUsers.spec.may);
  const { search, deactivated } = readUsersView(new URL(request.url).search);
  const users = await load(() =>
    listManagedUsers({ actor, input: { search, deactivated: deactivated ? 'true' : 'false' } }),
  );
  return { users: users.map((user) => ({ ...user, drives: may(user, 'haveRoute') })), ownId: actor.id };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, { reviewUser: button(reviewUser, backToUsers(args, 'User reviewed')) });

export const clientAction = keepDialogOnNetworkError('Failed to update the user');

export default function UserManagement() {
  useFailureToast(useAnswer<Answered>()?.problem ?? null);
  const { users, ownId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const view = readUsersView(search);
  return (
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
            <LinkButton variant="primary" size="form" to={usersPath(search, '/driver')} preventScrollReset>
              Add Driver
            </LinkButton>
            <LinkButton size="form" to={usersPath(search, '/new')} preventScrollReset>
              Create New User
            </LinkButton>
          </Inline>
        </Inline>
        {users.length > 0 ? (
          <UserTable users={users} ownId={ownId} search={search} />
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
  );
}

export const ErrorBoundary = SettingsTrouble;

type ListedUser = ManagedUser & { drives: boolean };
type Props = { users: ListedUser[]; ownId: number; search: string };

function UserTable({ users, ownId, search }: Props) {
  return (
    <Table columns={['Name', 'Username', 'Roles', 'Dealerships', 'Actions']}>
      {users.map((user) => (
        <UserRow key={user.id} user={user} isSelf={user.id === ownId} search={search} />
      ))}
    </Table>
  );
}

function UserRow({ user, isSelf, search }: { user: ListedUser; isSelf: boolean; search: string }) {
  const { id, name, username, roles, drives, dealerships, deactivatedAt, isNew, phone, email } = user;
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
            <>
              <RowLink to={to('restore')} what="Restore" of={person} />
              <RowLink to={to('anonymize')} what="Remove Personal Data" of={`of ${person}`} />
            </>
          ) : (
            <>
              <RowLink to={to('link')} what="Sign-in Link" of={`for ${person}`} />
              {drives && (
                <>
                  <RowLink to={to('vehicle')} what="Vehicle" of={`and skills of ${person}`} />
                  <RowLink to={to('devices')} what="Tracker Apps" of={`of ${person}`} />
                </>
              )}
              <RowLink to={to('password')} what="Reset Password" of={`of ${person}`} />
              <RowLink to={to('delete')} what="Delete" of={person} />
            </>
          )}
        </span>
      </td>
    </tr>
  );
}

/** The label includes the user, because screen readers read it without the row. */
function RowLink({ to, what, of }: { to: string; what: string; of: string }) {
  return (
    <Link to={to} className={css.rowLink} preventScrollReset aria-label={`${what} ${of}`}>
      {what}
    </Link>
  );
}
