/** Asks a driver once, on the route page, to turn on notifications about changes on this phone. */
import { useEffect, useState } from 'react';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { offers as words } from '~/words/en/device';
import { isMarked } from './mark';
import { hindrance, turnOn } from './this-device';

/** Each driver has a key, because phones are shared. */
const keyOf = (userId: number) => `parts-dispatch-push-asked:${String(userId)}`;

function wasAsked(userId: number): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return true;
  }
}

function noteAsked(userId: number): void {
  try {
    localStorage.setItem(keyOf(userId), '1');
  } catch {
    // without storage no one is asked
  }
}

export default function PushOffer({ userId }: { userId: number }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    setOpen(
      !wasAsked(userId) &&
        !isMarked(userId) &&
        hindrance() === null &&
        navigator.onLine &&
        Notification.permission === 'default',
    );
  }, [userId]);
  if (!isOpen) return null;
  const close = () => {
    noteAsked(userId);
    setOpen(false);
  };
  const allow = () => {
    close();
    // The settings page shows the state and offers it again.
    turnOn(userId).catch(() => undefined);
  };
  return (
    <Banner tone="info" title={words.notify}>
      <Stack gap={2}>
        <p>{words.numbersOnly}</p>
        <Inline>
          <Button type="button" size="touch" variant="primary" onClick={allow}>
            {words.allow}
          </Button>
          <Button type="button" size="touch" onClick={close}>
            {words.notNow}
          </Button>
        </Inline>
      </Stack>
    </Banner>
  );
}
