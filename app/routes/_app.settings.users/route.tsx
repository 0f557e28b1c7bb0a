import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useLocation } from '@remix-run/react';
import { reviewUser } from '~/domain/users/commands.server';
import { listManagedUsers } from '~/domain/users/queries.server';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { SettingsTrouble } from '~/components/administration/settings-trouble';
import * as css from '~/components/administration/table.css';
import { useFailureToast } from '~/forms/use-failure-toast';
import { inPlace } from '~/forms/in-place';
import type { Answered } from '~/forms/unreachable';
import { backToUsers } from '~/components/administration/user-pages.server';
import { readUsersView, usersPath } from '~/components/administration/view';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { EmptyState } from '~/ui/empty';
import { Checkbox, Input } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { UserTable } from './user-table';

export const meta: MetaFunction = () => [{ title: 'User Management · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listManagedUsers.spec.may);
  const { search, deactivated } = readUsersView(new URL(request.url).search);
  const users = await load(() =>
    listManagedUsers({ actor, input: { search, deactivated: deactivated ? 'true' : 'false' } }),
  );
  return { users, ownId: actor.id };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, { reviewUser: button(reviewUser, backToUsers(args, 'User reviewed')) });

export const clientAction = inPlace('Failed to update the user');

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
          <LinkButton variant="primary" size="form" to={usersPath(search, '/new')} preventScrollReset>
            Create New User
          </LinkButton>
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
            No user has “{view.search}” in the name.
          </EmptyState>
        )}
      </Stack>
    </RouteDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
