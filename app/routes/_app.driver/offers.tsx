/** What the page offers with its driver's consent: sharing positions, and notifications while it is closed. */
import { Suspense } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { TrailProps } from '~/components/positions/trail-recorder';
import { Island, lazyOr } from '~/ui/lazy-or';

const TrailRecorder = lazyOr<TrailProps>(
  () => import('~/components/positions/trail-recorder'),
  () => null,
);

const PushOffer = lazyOr(
  () => import('~/components/push/push-offer'),
  () => null,
);

type Props = {
  driverId: number;
  sharing: Omit<TrailProps, 'driverId' | 'isOnDuty'>;
  isOnRoute: boolean;
  hasDone: boolean;
  /** No dialog is open. */
  isBare: boolean;
};

export function Offers({ driverId, sharing, isOnRoute, hasDone, isBare }: Props) {
  // Asked when the first stop is done, as it is clear then what it is for, and never beside the question about positions.
  const mayAsk = useHydrated() && hasDone && !(sharing.shares === null && isOnRoute);
  return (
    <>
      {mayAsk && isBare && (
        <Suspense>
          <PushOffer userId={driverId} />
        </Suspense>
      )}
      {sharing.shares !== false && isOnRoute && (
        <Island>
          <TrailRecorder driverId={driverId} {...sharing} isOnDuty />
        </Island>
      )}
    </>
  );
}
