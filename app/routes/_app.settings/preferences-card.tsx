import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { BUSINESS_ZONE, DEVICE_ZONE, type Preferences } from '~/domain/users/preferences';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Field, RadioGroup, Select } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import * as css from './settings.css';

const THEMES = [
  { value: 'system', label: 'Like the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const TEXT_SIZES = [
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Large' },
  { value: 'larger', label: 'Larger' },
];

type Props = {
  preferences: Preferences;
  zones: { business: string; all: string[] };
  lastResult: SubmissionResult | undefined;
};

export function PreferencesCard({ preferences, zones, lastResult }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'savePreferences';
  const errors = lastResult?.error;
  return (
    <Card title="Application Preferences" id="preferences">
      <Form method="post" action="/settings" preventScrollReset>
        <Stack gap={3}>
          <p className={css.hint}>Settings sync across devices.</p>
          <RadioGroup
            legend="Theme"
            name="theme"
            options={THEMES}
            defaultValue={preferences.theme}
            errors={errors?.theme ?? undefined}
          />
          <RadioGroup
            legend="Text size"
            name="textSize"
            options={TEXT_SIZES}
            defaultValue={preferences.textSize}
            errors={errors?.textSize ?? undefined}
          />
          <Field
            label="Times are shown in"
            name="timeZone"
            hint="Need-by times in the task form and days of the history are always those of the business."
            errors={errors?.timeZone ?? undefined}
          >
            {(control) => (
              <Select {...control} defaultValue={preferences.timeZone}>
                <option value={DEVICE_ZONE}>The time zone of each device</option>
                <option value={BUSINESS_ZONE}>The business time zone ({zones.business})</option>
                <optgroup label="Another time zone">
                  {zones.all.map((zone) => (
                    <option key={zone} value={zone}>
                      {zone.replaceAll('_', ' ')}
                    </option>
                  ))}
                </optgroup>
              </Select>
            )}
          </Field>
          <Inline>
            <Button
              size="form"
              variant="primary"
              name="intent"
              value="savePreferences"
              pending={pending && 'Saving...'}
            >
              Save Preferences
            </Button>
          </Inline>
        </Stack>
      </Form>
    </Card>
  );
}
