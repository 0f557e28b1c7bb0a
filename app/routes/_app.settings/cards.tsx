/** The cards of the settings page that have no form. */
import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { CurrentUser, Token } from '~/domain/network/users/schema';
import { Badge } from '~/ui/badge';
import { Button, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import { Time } from '~/ui/time';
import { ZoneOptions } from '~/components/administration/zone-options';
import { zoneName } from '~/domain/kernel/time';
import type { Zones } from '~/domain/network/settings/business-time.server';
import { BUSINESS_ZONE, DEVICE_ZONE, type Preferences } from '~/domain/network/users/preferences';
import { typedText } from '~/forms/typed';
import { Field, Input, InputField, RadioGroup, Select } from '~/ui/field';
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

const PROFILE_FIELDS = [
  { name: 'name', label: 'Full name', autoComplete: 'name', type: 'text', required: true },
  { name: 'email', label: 'Email', autoComplete: 'email', type: 'text', inputMode: 'email', required: false },
  { name: 'phone', label: 'Phone', autoComplete: 'tel', type: 'tel', required: false },
] as const;

type ProfileProps = { user: CurrentUser; lastResult: SubmissionResult | undefined };

export function ProfileCard({ user, lastResult }: ProfileProps) {
  return (
    <SettingsForm title="Profile Information" id="profile" intent="saveProfile" submit="Save Profile">
      <Field label="Username" name="username" id="profile-username" hint="Cannot be changed">
        {(control) => <Input {...control} name={undefined} readOnly value={user.username} />}
      </Field>
      {PROFILE_FIELDS.map((field) => (
        <InputField
          key={field.name}
          {...field}
          id={`profile-${field.name}`}
          errors={lastResult?.error?.[field.name]}
          defaultValue={typedText(lastResult, field.name, user[field.name] ?? '')}
        />
      ))}
    </SettingsForm>
  );
}

type FormProps = { title: string; id: string; intent: string; submit: string; children: ReactNode };

function SettingsForm({ title, id, intent, submit, children }: FormProps) {
  const pending = useNavigation().formData?.get('intent') === intent;
  return (
    <Card title={title} id={id}>
      <Form method="post" action="/settings" preventScrollReset>
        <Stack gap={3}>
          {children}
          <Inline>
            <Button
              size="form"
              variant="primary"
              name="intent"
              value={intent}
              pending={pending && 'Saving...'}
            >
              {submit}
            </Button>
          </Inline>
        </Stack>
      </Form>
    </Card>
  );
}

const THEMES = [
  { value: 'system', label: 'Match device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const TEXT_SIZES = [
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Large' },
  { value: 'larger', label: 'Larger' },
];

type PreferencesProps = {
  preferences: Preferences;
  zones: Zones;
  lastResult: SubmissionResult | undefined;
};

export function PreferencesCard({ preferences, zones, lastResult }: PreferencesProps) {
  const errors = lastResult?.error;
  return (
    <SettingsForm
      title="Application Preferences"
      id="preferences"
      intent="savePreferences"
      submit="Save Preferences"
    >
      <p className={css.hint}>Settings sync across devices.</p>
      <RadioGroup
        legend="Theme"
        name="theme"
        options={THEMES}
        defaultValue={preferences.theme}
        errors={errors?.theme}
      />
      <RadioGroup
        legend="Text size"
        name="textSize"
        options={TEXT_SIZES}
        defaultValue={preferences.textSize}
        errors={errors?.textSize}
      />
      <Field
        label="Show times in"
        name="timeZone"
        hint="Need-by times in the task form and days in the history always use the business time zone."
        errors={errors?.timeZone}
      >
        {(control) => (
          <Select {...control} defaultValue={preferences.timeZone}>
            <option value={DEVICE_ZONE}>Device time zone</option>
            <option value={BUSINESS_ZONE}>Business time zone ({zoneName(zones.business)})</option>
            <ZoneOptions zones={zones} />
          </Select>
        )}
      </Field>
    </SettingsForm>
  );
}
