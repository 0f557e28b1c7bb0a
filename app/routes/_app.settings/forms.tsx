import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { CurrentUser } from '~/domain/network/users/schema';
import { ZoneOptions } from '~/components/administration/zone-options';
import type { Zones } from '~/domain/network/settings/business-time.server';
import { BUSINESS_ZONE, DEVICE_ZONE, type Preferences } from '~/domain/network/users/preferences';
import { zoneName } from '~/domain/kernel/time';
import { typedText } from '~/forms/typed';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Field, Input, InputField, RadioGroup, Select } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import * as css from './settings.css';

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
