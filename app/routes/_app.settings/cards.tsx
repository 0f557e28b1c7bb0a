/** The cards of the settings page that have no form. */
import type { CurrentUser } from '~/domain/users/answers';
import { Badge } from '~/ui/badge';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import * as css from './settings.css';

/** Given by an admin. */
export function PermissionsCard({ user }: { user: CurrentUser }) {
  return (
    <Card title="Account Permissions" id="permissions">
      <Stack gap={3} as="dl">
        <Badges term="Roles" values={user.roles} none="No roles" />
        <Badges term="Dealerships" values={user.dealerships} none="No dealerships assigned" />
      </Stack>
    </Card>
  );
}

function Badges({ term, values, none }: { term: string; values: string[]; none: string }) {
  return (
    <Stack gap={1}>
      <dt className={css.term}>{term}</dt>
      <Inline as="dd" gap={1}>
        {values.map((value) => (
          <Badge key={value} tone="assigned">
            {value}
          </Badge>
        ))}
        {values.length === 0 && none}
      </Inline>
    </Stack>
  );
}

export function PasswordCard() {
  return (
    <Card title="Password" id="password">
      <Stack gap={3}>
        <p>A new password signs you out everywhere else.</p>
        <Inline>
          <LinkButton size="form" to="/settings/password" preventScrollReset>
            Change Password
          </LinkButton>
        </Inline>
      </Stack>
    </Card>
  );
}

const PAGES = [
  { to: '/settings/users', label: 'User Management' },
  { to: '/settings/tokens', label: 'API Tokens' },
  { to: '/settings/dealerships', label: 'Dealership Location Management' },
  { to: '/settings/webhooks', label: 'Webhooks' },
  { to: '/settings/audit', label: 'Audit Log' },
];

/** For admins only. */
export function AdminCard() {
  return (
    <Card title="Admin Management" id="admin">
      <Stack gap={3}>
        <p>
          Who may sign in, which scripts act for whom, where the dealerships are, who is told of changes, and
          who changed what.
        </p>
        <Inline>
          {PAGES.map(({ to, label }) => (
            <LinkButton size="form" key={to} to={to} preventScrollReset>
              {label}
            </LinkButton>
          ))}
        </Inline>
      </Stack>
    </Card>
  );
}
