/** Turns notifications on and off in this browser. */
import { useRevalidator } from '@remix-run/react';
import { useState } from 'react';
import type { Push } from '~/modules/push/subscriptions.server';
import { hindrance, turnOff, turnOn } from '~/modules/push/this-device';
import { Button } from '~/ui/button';
import { Inline } from '~/ui/layout';
import * as css from '~/components/administration/facts.css';
import { notify as words } from '~/words/en/device';

export type PushProps = { userId: number; push: Push };

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
      else if (!(await turnOn(userId, push))) setHint(hindrance() ?? words.refused);
    } catch {
      setHint(words.failed);
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
        pending={isBusy && words.saving}
        onClick={() => void change()}
      >
        {isOn ? words.turnOffHere : words.turnOnHere}
      </Button>
    </Inline>
  );
}
