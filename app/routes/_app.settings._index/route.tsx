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
import { roles as roleNames } from '~/words/en/roles';
import { settings as words } from '~/words/en/settings';
import { asWritten } from '~/words/words';
import { readIn } from '~/words/spoken.server';
import type { Language } from '~/words/languages';
import { languageField } from '~/components/administration/language-field.server';
import { languageOf } from '~/http/language.server';
import { getOwnLanguage, setOwnLanguage } from '~/domain/network/users/language.server';

export const meta: MetaFunction = () => [{ title: words.title }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const [user, preferences, { language }] = await load(() =>
    Promise.all([getCurrentUser({ actor }), getPreferences({ actor }), getOwnLanguage({ actor })]),
  );
  const { roles, dealerships } = user;
  return {
    roles: roles.map((role) => roleNames[role]),
    dealerships,
    profile: profileForm(user),
    preferences: preferencesForm(preferences),
    language: languageForm(language),
  };
}

const saved = () => ({ redirectTo: '/settings', toast: { title: words.saved } });

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveProfile: button(updateOwnProfile, saved),
    savePreferences: button(savePreferences, saved),
    setLanguage: button(setOwnLanguage, ({ language }, { actor }) => {
      readIn(languageOf({ ...actor, language }, args.request.headers));
      return { ...saved(), reloads: true };
    }),
  });

export const clientAction = keepDialogOnNetworkError(() => words.failed);

function profileForm({ username, name, email, phone }: CurrentUser): FormDescription {
  return {
    intent: 'saveProfile',
    submit: words.saveProfile,
    fields: [
      { kind: 'fixed', name: 'username', label: words.username, hint: words.fixed, value: username },
      { name: 'name', label: words.fullName, autoComplete: 'name', required: true, value: name },
      { name: 'email', label: words.email, autoComplete: 'email', inputMode: 'email', value: email ?? '' },
      { name: 'phone', label: words.phone, autoComplete: 'tel', type: 'tel', value: phone ?? '' },
    ],
  };
}

function preferencesForm({ theme, textSize, timeZone }: Preferences): FormDescription {
  const { business, ...zones } = timeZones();
  return {
    intent: 'savePreferences',
    submit: words.savePreferences,
    fields: [
      { kind: 'text', name: 'synced', text: words.synced },
      {
        kind: 'choice',
        name: 'theme',
        label: words.theme,
        value: theme,
        options: [
          ['system', words.themes.system],
          ['light', words.themes.light],
          ['dark', words.themes.dark],
        ],
      },
      {
        kind: 'choice',
        name: 'textSize',
        label: words.textSize,
        value: textSize,
        options: [
          ['normal', words.textSizes.normal],
          ['large', words.textSizes.large],
          ['larger', words.textSizes.larger],
        ],
      },
      {
        kind: 'zone',
        name: 'timeZone',
        label: words.timeZone,
        hint: words.timeZoneHint,
        value: timeZone,
        first: [
          [DEVICE_ZONE, words.deviceZone],
          [BUSINESS_ZONE, words.businessZone(zoneName(business))],
        ],
        zones,
      },
    ],
  };
}

const languageForm = (language: Language | null): FormDescription => ({
  intent: 'setLanguage',
  submit: words.saveLanguage,
  fields: [languageField(language)],
});

/** The route of a first page shares its path with the layout around it. */
const HERE = '/settings?index';

export default function OwnSettings() {
  const { roles, dealerships, profile, preferences, language } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  return (
    <div className={css.columns}>
      <div className={css.columnOfCards}>
        <Card title={words.profile} id="profile">
          <DescribedForm form={profile} answer={answer} action={HERE} />
        </Card>
        <Card title={words.permissions} id="permissions">
          <Stack gap={3} as="dl">
            <Badges term={words.roles} values={roles} none={words.noRoles} />
            <Badges
              term={words.dealerships}
              values={dealerships}
              none={words.noDealerships}
              {...asWritten()}
            />
          </Stack>
        </Card>
      </div>
      <div className={css.columnOfCards}>
        <Card title={words.preferences} id="preferences">
          <DescribedForm form={preferences} answer={answer} action={HERE} />
        </Card>
        <Card title={words.language} id="language">
          <DescribedForm form={language} answer={answer} action={HERE} />
        </Card>
      </div>
    </div>
  );
}

type BadgesProps = { term: string; values: string[]; none: string } & Partial<ReturnType<typeof asWritten>>;

/** The other attributes are those of the values. */
function Badges({ term, values, none, ...written }: BadgesProps) {
  return (
    <Stack gap={1}>
      <dt className={css.hint}>{term}</dt>
      <Inline as="dd" gap={1}>
        {values.map((value) => (
          <Badge key={value} tone="assigned">
            <span {...written}>{value}</span>
          </Badge>
        ))}
        {values.length === 0 && none}
      </Inline>
    </Stack>
  );
}
