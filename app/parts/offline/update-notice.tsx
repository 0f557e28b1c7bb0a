import { Button } from '~/ui/button';
import * as css from './outbox-notice.css';
import { useServiceWorker } from './use-service-worker';

type Props = {
  driverId: number;
  /** Nothing is being signed or typed. */
  isIdle: boolean;
};

/** A new version waits until the driver wants it. */
export function UpdateNotice({ driverId, isIdle }: Props) {
  const update = useServiceWorker(driverId);
  return (
    <div role="status">
      {update && isIdle && (
        <div className={css.waiting}>
          <span>A new version of Parts Dispatch is ready.</span>
          <Button type="button" size="thumb" onClick={update}>
            Update
          </Button>
        </div>
      )}
    </div>
  );
}
