/** The profile, the permissions and the preferences of the signed-in person. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import * as css from '~/components/administration/settings-page.css';
import { zoneName } from '~/domain/kernel/time';
import { timeZones } from '~/domain/network/settings/business-time.server';
import { BUSINESS_ZONE, DEVICE_ZONE, type Preferences } from '~/domain/network/users/preferences';
import { getPreferences, savePreferences, updateOwnProfile } from '~/domain/network/users/profile.server';
import { getCurrentUser } from '~/domain/network/users/queries.server';
import type { CurrentUser } from '~/domain/network/users/schema';
import { DescribedForm, type FormDescription } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requireActor } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Settings · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const [user, preferences] = await load(() =>
    Promise.all([getCurrentUser({ actor }), getPreferences({ actor })]),
  );
  const { roles, dealerships } = user;
  return { roles, dealerships, profile: profileForm(user), preferences: preferencesForm(preferences) };
}

const saved = () => ({ redirectTo: '/settings', toast: { title: 'Settings updated' } });

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveProfile: button(updateOwnProfile, saved),
    savePreferences: button(savePreferences, saved),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update settings. Please try again.');

function profileForm({ username, name, email, phone }: CurrentUser): FormDescription {
  return {
    intent: 'saveProfile',
    submit: 'Save Profile',
    fields: [
      { kind: 'fixed', name: 'username', label: 'Username', hint: 'Cannot be changed', value: username },
      { name: 'name', label: 'Full name', autoComplete: 'name', required: true, value: name },
      { name: 'email', label: 'Email', autoComplete: 'email', inputMode: 'email', value: email ?? '' },
      { name: 'phone', label: 'Phone', autoComplete: 'tel', type: 'tel', value: phone ?? '' },
    ],
  };
}

function preferencesForm({ theme, textSize, timeZone }: Preferences): FormDescription {
  const { business, ...zones } = timeZones();
  return {
    intent: 'savePreferences',
    submit: 'Save Preferences',
    fields: [
      { kind: 'text', name: 'synced', text: 'Settings sync across devices.' },
      {
        kind: 'choice',
        name: 'theme',
        label: 'Theme',
        value: theme,
        options: [
          ['system', 'Match device'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ],
      },
      {
        kind: 'choice',
        name: 'textSize',
        label: 'Text size',
        value: textSize,
        options: [
          ['normal', 'Normal'],
          ['large', 'Large'],
          ['larger', 'Larger'],
        ],
      },
      {
        kind: 'zone',
        name: 'timeZone',
        label: 'Show times in',
        hint: 'Need-by times in the task form and days in the history always use the business time zone.',
        value: timeZone,
        first: [
          [DEVICE_ZONE, 'Device time zone'],
          [BUSINESS_ZONE, `Business time zone (${zoneName(business)})`],
        ],
        zones,
      },
    ],
  };
}

/** The route of a first page shares its path with the layout around it. */
const HERE = '/settings?index';

export default function OwnSettings() {
  const { roles, dealerships, profile, preferences } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  return (
    <div className={css.columns}>
      <div className={css.columnOfCards}>
        <Card title="Profile Information" id="profile">
          <DescribedForm form={profile} answer={answer} action={HERE} />
        </Card>
        <Card title="Account Permissions" id="permissions">
          <Stack gap={3} as="dl">
            <Badges term="Roles" values={roles} none="No roles" />
            <Badges term="Dealerships" values={dealerships} none="No dealerships assigned" />
          </Stack>
        </Card>
      </div>
      <div className={css.columnOfCards}>
        <Card title="Application Preferences" id="preferences">
          <DescribedForm form={preferences} answer={answer} action={HERE} />
        </Card>
      </div>
    </div>
  );
}

function Badges({ term, values, none }: { term: string; values: string[]; none: string }) {
  return (
    <Stack gap={1}>
      <dt className={css.hint}>{term}</dt>
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
