/** Notifications: a switch for this device, the other devices, and a test. */
import { Form, useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { Push } from '~/domain/push/schema';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import { Time } from '~/ui/time';
import * as css from './settings.css';

type Props = { userId: number; push: Push };

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
        <ThisDevice userId={userId} push={push} />
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

function Device({ device }: { device: Push['subscriptions'][number] }) {
  const { id, userAgent, createdAt, lastSuccessAt, isThisDevice } = device;
  const name = deviceName(userAgent);
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

/** `Chrome on Android` */
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

const FAILED = 'Notifications could not be changed. Check the connection and load the page again.';
const loadDevice = () => import('~/components/push/this-device');

function ThisDevice({ userId, push }: Props) {
  const isOn = push.subscriptions.some(({ isThisDevice }) => isThisDevice);
  const { revalidate } = useRevalidator();
  // Only the browser knows; null while nobody has asked it.
  const [hint, setHint] = useState<string | null>(
    'Notifications are turned on by JavaScript in this browser.',
  );
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    loadDevice().then(
      ({ hindrance }) => {
        setHint(hindrance());
      },
      () => {
        setHint(FAILED);
      },
    );
  }, []);
  if (hint !== null && !isOn) return <p className={css.hint}>{hint}</p>;
  const change = async () => {
    setBusy(true);
    try {
      const { hindrance, turnOff, turnOn } = await loadDevice();
      if (isOn) await turnOff(push);
      else if (!(await turnOn(userId, push))) setHint(hindrance() ?? 'The browser was not allowed to.');
    } catch {
      setHint(FAILED);
    } finally {
      setBusy(false);
      revalidate();
    }
  };
  return (
    <Inline>
      <Button
        type="button"
        size="form"
        variant={isOn ? 'quiet' : 'primary'}
        pending={isBusy && 'Saving...'}
        onClick={() => void change()}
      >
        {isOn ? 'Turn Off on This Device' : 'Turn On on This Device'}
      </Button>
    </Inline>
  );
}
