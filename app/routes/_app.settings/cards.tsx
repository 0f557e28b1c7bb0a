/** The cards of the settings page that have no form. */
import type { ReactNode } from 'react';
import type { Information, Inside, Queue } from '~/domain/administration/system/information.server';
import { dateLabel } from '~/domain/kernel/time';
import type { CurrentUser, Token } from '~/domain/network/users/answers';
import { Badge } from '~/ui/badge';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import { megabytes } from '~/ui/megabytes';
import { Time } from '~/ui/time';
import { Plots } from './plots';
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
  { to: '/settings/retention', label: 'Retention' },
  { to: '/settings/backups', label: 'Backups' },
];

/** For admins only. */
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

type SystemProps = { userId: number; system: Information };

export function SystemCard({
  userId,
  system: { version, providers, region, houseNumbers, inside },
}: SystemProps) {
  return (
    <Card title="System Information" id="system">
      <dl className={css.facts}>
        <Fact term="User ID">{userId}</Fact>
        <Fact term="Version">{version}</Fact>
        <Fact term="Map">{providers.map}</Fact>
        <Fact term="Street map">
          <RegionFacts region={region} />
        </Fact>
        <Fact term="Addresses">
          {providers.geocoder}
          <HouseNumberFacts {...houseNumbers} />
        </Fact>
        <Fact term="Routes">{providers.routes}</Fact>
        <Fact term="Notifications">{providers.notifications}</Fact>
        {inside && <InsideFacts inside={inside} />}
      </dl>
      {inside && <Plots plots={inside.plots} />}
    </Card>
  );
}

function HouseNumberFacts({ counties, since }: Information['houseNumbers']) {
  if (counties === 0) return null;
  return (
    <div>
      House numbers of {counties} {counties === 1 ? 'county' : 'counties'}, as of {since}
    </div>
  );
}

function RegionFacts({ region }: Pick<Information, 'region'>) {
  if (!region) return 'No street map. It is added on the server by npm run region.';
  const { name, dataDate, tileBytes, roadBytes, attribution } = region;
  return (
    <>
      {name}, as of {dataDate ? dateLabel(dataDate) : 'unknown'}
      <div>
        Map {megabytes(tileBytes)}, {roadBytes === null ? 'no road times' : `roads ${megabytes(roadBytes)}`}
      </div>
      <div className={css.hint}>{attribution}</div>
    </>
  );
}

function InsideFacts({ inside }: { inside: Inside }) {
  const { startedAt, instances, database, migrations, addresses, overdueHolds, backup, positions } = inside;
  const { outages, certificate } = inside;
  const dropped = Object.entries(positions.dropped).filter(([, count]) => count > 0);
  const { applied, pending } = migrations;
  return (
    <>
      <Fact term="Running since">
        <Time iso={startedAt} />
      </Fact>
      <Fact term="Instances">{instances}</Fact>
      <Fact term="Database">
        PostgreSQL {database.version}, {megabytes(database.bytes)}
      </Fact>
      <Fact term="Migrations">
        {pending.length === 0
          ? `All ${String(applied)} applied`
          : `${String(applied)} applied, not applied: ${pending.join(', ')}`}
      </Fact>
      <Fact term="Services">
        {outages.length === 0 && 'All that were called work'}
        {outages.map(({ service, error, since }) => (
          <div key={service}>
            <Badge tone="urgent">Failing</Badge> {service} since <Time iso={since} />: {error}
          </div>
        ))}
      </Fact>
      {certificate && (
        <Fact term="Certificate">
          {certificate.isSoon && <Badge tone="urgent">Renew</Badge>} Until <Time iso={certificate.until} />
        </Fact>
      )}
      <Fact term="Address lookups">
        <QueueFacts queue={addresses} />
      </Fact>
      <Fact term="Held tasks overdue">{overdueHolds}</Fact>
      <Fact term="Positions since the start">
        {positions.stored.toLocaleString('en-US')} stored
        {dropped.length > 0 && ', dropped: '}
        {dropped.map(([reason, count]) => `${count.toLocaleString('en-US')} ${reason}`).join(', ')}
      </Fact>
      <Fact term="Last backup">
        {backup.last ? <Time iso={backup.last} /> : 'None'}
        {backup.at ? `, daily at ${backup.at}` : ', '}
        {backup.at === '' && <Badge tone="urgent">No schedule</Badge>}
        {backup.error && (
          <div>
            <Badge tone="urgent">Failed</Badge> {backup.error}
          </div>
        )}
      </Fact>
    </>
  );
}

function QueueFacts({ queue: { waiting, givenUp, oldest } }: { queue: Queue }) {
  return (
    <>
      {waiting} waiting
      {oldest && (
        <>
          , oldest from <Time iso={oldest} />
        </>
      )}
      {givenUp > 0 && `, ${String(givenUp)} failed`}
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt className={css.term}>{term}</dt>
      <dd className={css.value}>{children}</dd>
    </div>
  );
}

/** One's own API tokens. The token itself was shown once, when it was created. */
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
