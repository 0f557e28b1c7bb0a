/** Notifications: a switch for this device, the other devices, and a test. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { Suspense } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import * as css from '~/components/administration/facts.css';
import { SettingsPage } from '~/components/administration/settings-page';
import { getPush, sendTestPush, unsubscribe, type Push } from '~/modules/push/subscriptions.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { clientOf, requireActor } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Stack } from '~/ui/layout';
import { lazyOr } from '~/ui/lazy-or';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';
import { notify as words } from '~/words/en/device';
import { settings } from '~/words/en/settings';
import type { PushProps } from './push-switch';

export const meta: MetaFunction = () => [{ title: words.title }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const push = await load(() => getPush({ actor, ...clientOf({ request, context }) }));
  const subscriptions = push.subscriptions.map((each) => ({ ...each, name: deviceName(each.userAgent) }));
  return { userId: actor.id, push: { ...push, subscriptions } };
}

const HERE = '/settings/own-notifications';
const done = (title: string) => () => ({ redirectTo: HERE, toast: { title } });

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    removePush: button(unsubscribe, done(words.offThere)),
    testPush: button(sendTestPush, done(words.testSent)),
  });

export const clientAction = keepDialogOnNetworkError(() => settings.failed);

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
  return [browser ?? words.browser, ...(system ? [system] : [])].join(words.on);
}

const PushSwitch = lazyOr<PushProps>(
  () => import('./push-switch'),
  () => <p>{words.notNow}</p>,
);

type Named = Push['subscriptions'][number] & { name: string };

export default function OwnNotifications() {
  const { userId, push } = useLoaderData<typeof loader>();
  const { subscriptions } = push;
  const problem = useAnswer<Answered>()?.problem ?? null;
  useFailureToast(problem);
  return (
    <SettingsPage title={words.heading} shape="form">
      <Stack gap={3}>
        {problem && <Banner tone="error">{problem.error}</Banner>}
        <p>{words.about}</p>
        {useHydrated() ? (
          <Suspense>
            <PushSwitch userId={userId} push={push} />
          </Suspense>
        ) : (
          <p className={css.hint}>{words.needsScript}</p>
        )}
        {subscriptions.length > 0 && (
          <>
            <ul>
              {subscriptions.map((device) => (
                <Device key={device.id} device={device} />
              ))}
            </ul>
            <Form method="post" preventScrollReset>
              <Button size="form" name="intent" value="testPush">
                {words.sendTest}
              </Button>
            </Form>
          </>
        )}
      </Stack>
    </SettingsPage>
  );
}

function Device({ device }: { device: Named }) {
  const { id, name, createdAt, lastSuccessAt, isThisDevice } = device;
  return (
    <li className={css.device}>
      <div className={css.tokenText}>
        <strong>{name}</strong> {isThisDevice && <Badge tone="assigned">{words.thisDevice}</Badge>}
        <div className={css.hint}>
          {words.onSince}
          <Time iso={createdAt} />
          {lastSuccessAt && (
            <>
              {words.lastNotified}
              <Time iso={lastSuccessAt} />
            </>
          )}
        </div>
      </div>
      {!isThisDevice && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="subscriptionId" value={id} />
          <Button size="form" name="intent" value="removePush" aria-label={words.turnOffOn(name)}>
            {words.turnOff}
          </Button>
        </Form>
      )}
    </li>
  );
}
