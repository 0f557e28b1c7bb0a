/** Offers that need the driver's consent: sharing positions, and notifications while the page is closed. */
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
  /** True when no dialog is open. */
  isBare: boolean;
};

export function Offers({ driverId, sharing, isOnRoute, hasDone, isBare }: Props) {
  // Asks after the first stop is done, because its purpose is clear then, and never beside the question about
  // positions.
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
