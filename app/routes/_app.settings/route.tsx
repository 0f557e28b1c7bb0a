/** What belongs to the person who is signed in. Dialogs over it are its children. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { hasRole } from '~/domain/actor';
import { getInformation } from '~/domain/system/information.server';
import { getPreferences, savePreferences } from '~/domain/users/preferences.server';
import { updateProfile } from '~/domain/users/profile.server';
import { getCurrentUser } from '~/domain/users/queries.server';
import { ProfileForm, SavePreferences } from '~/domain/users/schema';
import { listTokens } from '~/domain/users/tokens.server';
import { intent, submit } from '~/http/form.server';
import { load } from '~/http/page.server';
import { requireActor } from '~/http/session.server';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';
import { staysBehind } from '~/parts/stays-behind';
import { useFailureToast } from '~/parts/task-form/use-failure-toast';
import { Banner } from '~/ui/banner';
import { useAnswer } from '~/ui/use-answer';
import { AdminCard } from './admin-card';
import { PasswordCard } from './password-card';
import { PermissionsCard } from './permissions-card';
import { PreferencesCard } from './preferences-card';
import { ProfileCard } from './profile-card';
import * as css from './settings.css';
import { SystemCard } from './system-card';
import { timeZones } from './time-zones.server';
import { TokensCard } from './tokens-card';

export const meta: MetaFunction = () => [{ title: 'Settings · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const [user, preferences, tokens, system] = await load(() =>
    Promise.all([getCurrentUser(actor), getPreferences(actor), listTokens(actor), getInformation(actor)]),
  );
  return { user, preferences, tokens, system, zones: timeZones, isAdmin: hasRole(actor, 'admin') };
}

const SAVED = { redirectTo: '/settings', toast: { title: 'Settings updated' } };
const FAILED = 'Failed to update settings. Please try again.';

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return submit(request, actor, {
    saveProfile: intent(ProfileForm, async (profile) => {
      await updateProfile(actor, actor.id, profile);
      return SAVED;
    }),
    savePreferences: intent(SavePreferences, async (preferences) => {
      await savePreferences(actor, preferences);
      return SAVED;
    }),
  });
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(request, () => serverAction<typeof action>(), FAILED);

export const shouldRevalidate = staysBehind(() => '');

export default function Settings() {
  const { user, preferences, tokens, system, zones, isAdmin } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  useFailureToast(answer?.problem ?? null);
  const lastResult = answer?.lastResult;
  return (
    <>
      <h1 className={css.title}>Settings</h1>
      {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
      <div className={css.columns}>
        <div className={css.column}>
          <ProfileCard user={user} lastResult={lastResult} />
          <PermissionsCard user={user} />
          <PasswordCard />
          <TokensCard tokens={tokens} />
        </div>
        <div className={css.column}>
          <PreferencesCard preferences={preferences} zones={zones} lastResult={lastResult} />
          {isAdmin && <AdminCard />}
          <SystemCard userId={user.id} system={system} />
        </div>
      </div>
      <Outlet />
    </>
  );
}
