/** The cards of the settings page that have no form. */
import type { CurrentUser, Token } from '~/domain/network/users/schema';
import { Badge } from '~/ui/badge';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import { Time } from '~/ui/time';
import * as css from './settings.css';

/** The permissions that an admin has given the user. */
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
        <p>Changing your password signs you out everywhere else.</p>
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
  { to: '/settings/network', label: 'Network' },
  { to: '/settings/customer-messages', label: 'Messages to Customers' },
  { to: '/settings/webhooks', label: 'Webhooks' },
  { to: '/settings/dispatcher-phone', label: 'Dispatcher Phone' },
  { to: '/settings/notifications', label: 'Notifications' },
  { to: '/settings/audit', label: 'Audit Log' },
  { to: '/settings/background-work', label: 'Background Work' },
  { to: '/settings/retention', label: 'Retention' },
  { to: '/settings/backups', label: 'Backups' },
];

/** Shown to admins only. */
export function AdminCard() {
  return (
    <Card title="Admin Management" id="admin">
      <Stack gap={3}>
        <p>
          Manage who can sign in, the dealerships, the network’s name, what customers are told, API tokens and
          webhooks, how long data is kept, and backups. The audit log shows who changed what.
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

/** The user's own API tokens. A token itself is shown once, when it is created. */
export function TokensCard({ tokens }: { tokens: Token[] }) {
  return (
    <Card
      title="API Tokens"
      id="tokens"
      flush
      actions={
        <Inline>
          <LinkButton size="form" to="/help/api">
            API guide
          </LinkButton>
          <LinkButton size="form" to="/settings/tokens/new" preventScrollReset>
            New Token
          </LinkButton>
        </Inline>
      }
    >
      {tokens.length === 0 ? (
        <p className={css.none}>
          A token lets a script act for you without your password. You have no tokens.
        </p>
      ) : (
        <ul>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function TokenRow({ token: { id, name, createdAt, expiresAt, expired, lastUsedAt } }: { token: Token }) {
  return (
    <li className={css.token}>
      <div className={css.tokenText}>
        <strong>{name}</strong> {expired && <Badge tone="urgent">Expired</Badge>}
        <div className={css.hint}>
          Created <Time iso={createdAt} />
          {' · '}
          {lastUsedAt ? (
            <>
              last used <Time iso={lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
          {' · '}
          {expiresAt ? (
            <>
              {expired ? 'expired' : 'expires'} <Time iso={expiresAt} />
            </>
          ) : (
            'never expires'
          )}
        </div>
      </div>
      <LinkButton
        size="form"
        to={`/settings/tokens/${String(id)}/revoke`}
        variant="danger"
        preventScrollReset
        aria-label={`Revoke ${name}`}
      >
        Revoke
      </LinkButton>
    </li>
  );
}
