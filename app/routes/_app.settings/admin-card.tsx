import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';

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
