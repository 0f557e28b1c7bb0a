/** Turns notifications on and off in this browser. */
import { useRevalidator } from '@remix-run/react';
import { useState } from 'react';
import type { Push } from '~/domain/notifications/push/subscriptions.server';
import { hindrance, turnOff, turnOn } from '~/components/push/this-device';
import { Button } from '~/ui/button';
import { Inline } from '~/ui/layout';
import * as css from '~/components/administration/facts.css';

export type PushProps = { userId: number; push: Push };

const FAILED = 'Notifications could not be changed. Check the connection and load the page again.';

export default function PushSwitch({ userId, push }: PushProps) {
  const isOn = push.subscriptions.some(({ isThisDevice }) => isThisDevice);
  const { revalidate } = useRevalidator();
  const [hint, setHint] = useState(hindrance);
  const [isBusy, setBusy] = useState(false);
  if (hint !== null && !isOn) return <p className={css.hint}>{hint}</p>;
  const change = async () => {
    setBusy(true);
    try {
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
