/** The settings of the signed-in person. Dialogs over the page are its child routes. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { mayAll } from '~/domain/kernel/permissions';
import { getPush, sendTestPush, unsubscribe } from '~/domain/notifications/push/subscriptions.server';
import { getInformation } from '~/domain/administration/system/information.server';
import { timeZones } from '~/domain/network/settings/business-time.server';
import { getPreferences, savePreferences, updateOwnProfile } from '~/domain/network/users/profile.server';
import { getCurrentUser } from '~/domain/network/users/queries.server';
import { listTokens } from '~/domain/network/users/tokens.server';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';
import { clientOf, requireActor } from '~/http/session.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { useSent } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { skipRevalidationUnderDialog } from '~/forms/view-params';
import { useFailureToast } from '~/forms/use-failure-toast';
import { Banner } from '~/ui/banner';
import { lazyOr, ServedFirst } from '~/ui/lazy-or';
import { useAnswer } from '~/ui/use-answer';
import { AdminCard, PasswordCard, PermissionsCard, PreferencesCard, ProfileCard, TokensCard } from './cards';
import { PushCard } from './push-card';
import type { SystemProps } from './system-card';
import * as css from './settings.css';

export const meta: MetaFunction = () => [{ title: 'Settings · Parts Dispatch' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const [user, preferences, tokens, push, system] = await load(() =>
    Promise.all([
      getCurrentUser({ actor }),
      getPreferences({ actor }),
      listTokens({ actor }),
      getPush({ actor, ...clientOf({ request, context }) }),
      getInformation(actor),
    ]),
  );
  return {
    user,
    preferences,
    tokens,
    push: {
      ...push,
      subscriptions: push.subscriptions.map((each) => ({ ...each, name: deviceName(each.userAgent) })),
    },
    system,
    zones: timeZones(),
    isAdmin: mayAll(actor, 'manageUsers'),
  };
}

const toSettings = (title: string) => ({ redirectTo: '/settings', toast: { title } });
const saved = () => toSettings('Settings updated');

/** @returns for example `Chrome on Android` */
function deviceName(userAgent: string | null): string {
  const find = (names: [RegExp, string][]) => names.find(([known]) => known.test(userAgent ?? ''))?.[1];
  const browser = find([
    [/Edg/, 'Edge'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrome|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ]);
  const system = find([
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/Linux/, 'Linux'],
  ]);
  return [browser ?? 'Browser', ...(system ? [system] : [])].join(' on ');
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveProfile: button(updateOwnProfile, saved),
    savePreferences: button(savePreferences, saved),
    removePush: button(unsubscribe, () => toSettings('Notifications are off on that device')),
    testPush: button(sendTestPush, () => toSettings('Test notification sent')),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update settings. Please try again.');

export const shouldRevalidate = skipRevalidationUnderDialog(() => '');

const SystemCard = lazyOr<SystemProps>(
  () => import('./system-card'),
  () => <p>System information can’t be shown right now.</p>,
);

export default function Settings() {
  const { user, preferences, tokens, push, system, zones, isAdmin } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  useFailureToast(answer?.problem ?? null);
  return (
    <>
      <h1 className={css.title}>Settings</h1>
      {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
      <div className={css.columns}>
        <div className={css.column}>
          <ProfileCard user={user} lastResult={useSent(answer, 'saveProfile')} />
          <PermissionsCard user={user} />
          <PasswordCard />
          <PushCard userId={user.id} push={push} />
          <TokensCard tokens={tokens} />
        </div>
        <div className={css.column}>
          <PreferencesCard
            preferences={preferences}
            zones={zones}
            lastResult={useSent(answer, 'savePreferences')}
          />
          {isAdmin && <AdminCard />}
          <ServedFirst>
            <SystemCard userId={user.id} system={system} />
          </ServedFirst>
        </div>
      </div>
      <Outlet />
    </>
  );
}
