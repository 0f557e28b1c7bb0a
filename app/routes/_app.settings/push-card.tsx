/** Notifications: a switch for this device, the other devices, and a test. */
import { Form } from '@remix-run/react';
import { Suspense } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { Push } from '~/domain/notifications/push/subscriptions.server';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Stack } from '~/ui/layout';
import { lazyOr } from '~/ui/lazy-or';
import { Time } from '~/ui/time';
import type { PushProps } from './push-switch';
import * as css from './settings.css';

const PushSwitch = lazyOr<PushProps>(
  () => import('./push-switch'),
  () => <p>Notifications can’t be changed right now.</p>,
);

type Named = Push['subscriptions'][number] & { name: string };
type Props = { userId: number; push: Omit<Push, 'subscriptions'> & { subscriptions: Named[] } };

export function PushCard({ userId, push }: Props) {
  const { subscriptions } = push;
  return (
    <Card title="Notifications" id="notifications">
      <Stack gap={3}>
        <p>
          Drivers are notified of urgent, new, changed and removed stops; dispatchers of stops that could not
          be completed, will likely be late, or have no driver for some time. A notification contains numbers
          only, no names or addresses. Notifications end with your session, so choose Remember me when you
          sign in.
        </p>
        {useHydrated() ? (
          <Suspense>
            <PushSwitch userId={userId} push={push} />
          </Suspense>
        ) : (
          <p className={css.hint}>Notifications are turned on by JavaScript in this browser.</p>
        )}
        {subscriptions.length > 0 && (
          <>
            <ul>
              {subscriptions.map((device) => (
                <Device key={device.id} device={device} />
              ))}
            </ul>
            <Form method="post" action="/settings" preventScrollReset>
              <Button size="form" name="intent" value="testPush">
                Send Test Notification
              </Button>
            </Form>
          </>
        )}
      </Stack>
    </Card>
  );
}

function Device({ device }: { device: Named }) {
  const { id, name, createdAt, lastSuccessAt, isThisDevice } = device;
  return (
    <li className={css.device}>
      <div className={css.tokenText}>
        <strong>{name}</strong> {isThisDevice && <Badge tone="assigned">This device</Badge>}
        <div className={css.hint}>
          On since <Time iso={createdAt} />
          {lastSuccessAt && (
            <>
              {' · last notified '}
              <Time iso={lastSuccessAt} />
            </>
          )}
        </div>
      </div>
      {!isThisDevice && (
        <Form method="post" action="/settings" preventScrollReset>
          <input type="hidden" name="subscriptionId" value={id} />
          <Button size="form" name="intent" value="removePush" aria-label={`Turn off on ${name}`}>
            Turn Off
          </Button>
        </Form>
      )}
    </li>
  );
}
