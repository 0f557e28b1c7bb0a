/** The toast itself. It is loaded when the first one is shown. */
import * as Toast from '@radix-ui/react-toast';
import { createPortal } from 'react-dom';
import { useEffect } from 'react';
import { useReachablePlace } from './reachable-place';
import { useTakeOffer, type Offer } from './offer';
import * as css from './toast.css';
import { frame } from '~/words/en/frame';
import { held } from '~/words/en/held';
import { Lines } from './layout';

const STAYS_MS = 5_000;
const SWIPE_PX = 50;

export type ToastMessage = {
  id: string;
  title: string;
  description?: string | undefined;
  tone?: 'default' | 'destructive' | undefined;
  /** Stays until someone closes it. */
  stays?: boolean | undefined;
  /** A link in a message that stays. */
  link?: { label: string; to: string } | undefined;
  offer?: Offer | undefined;
};
/** A message that the page itself shows may have a button. */
export type ShownMessage = ToastMessage & { action?: { label: string; run: () => void } };
export type ToastViewProps = { message: ShownMessage; onClose: () => void };

export default function ToastView({ message, onClose }: ToastViewProps) {
  const { title, description, tone = 'default', offer } = message;
  const takeOffer = useTakeOffer();
  const action =
    message.action ??
    (offer && {
      label: offer.label,
      run: () => {
        takeOffer(offer);
      },
    });
  const place = useReachablePlace();
  if (!place) return null;
  return (
    <Toast.Provider
      duration={STAYS_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_PX}
      label={held.notification}
    >
      <Toast.Root
        className={css.tone[tone]}
        type={tone === 'destructive' ? 'foreground' : 'background'}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
      >
        <div>
          <Toast.Title className={css.title}>{title}</Toast.Title>
          {description && (
            <Toast.Description asChild>
              <div>
                <Lines text={description} />
              </div>
            </Toast.Description>
          )}
        </div>
        {action && (
          <Toast.Action className={css.action} altText={action.label} onClick={action.run}>
            {action.label}
          </Toast.Action>
        )}
        <Toast.Close className={css.close} aria-label={frame.dismiss} />
      </Toast.Root>
      {createPortal(<Toast.Viewport className={css.viewport} hotkey={['F8']} />, place)}
    </Toast.Provider>
  );
}

type LaterProps = {
  offer: Offer;
  title: string;
  /** True while the message itself is shown, because it has the same button. */
  hidden: boolean;
  onEnd: () => void;
};

/** The offer of a message for the rest of its time, as a small button in the corner. */
export function LaterOffer({ offer, title, hidden, onEnd }: LaterProps) {
  const place = useReachablePlace();
  const takeOffer = useTakeOffer();
  useEffect(() => {
    const timer = window.setTimeout(onEnd, offer.seconds * 1_000);
    return () => {
      window.clearTimeout(timer);
    };
  }, [offer.seconds, onEnd]);
  if (!place || hidden) return null;
  return createPortal(
    <button
      type="button"
      className={css.later}
      onClick={() => {
        onEnd();
        takeOffer(offer);
      }}
    >
      {offer.label}: {title}
    </button>,
    place,
  );
}
