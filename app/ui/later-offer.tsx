import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useReachablePlace } from './reachable-place';
import { useTakeOffer, type Offer } from './offer';
import * as css from './toast.css';

type Props = {
  offer: Offer;
  title: string;
  /** True while the message itself is shown, because it has the same button. */
  hidden: boolean;
  onEnd: () => void;
};

/** The offer of a message for the rest of its time, as a small button in the corner. */
export default function LaterOffer({ offer, title, hidden, onEnd }: Props) {
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
