import { Fragment, useCallback, useState, type ReactNode } from 'react';
import { Button } from '~/ui/button';
import * as css from './draft-notice.css';

type Draft = { isRestored: boolean; discard: () => void };

/** Says that a draft was restored, with a button to discard it. */
export function DraftNotice({ draft: { isRestored, discard } }: { draft: Draft }) {
  return (
    <div role="status" className={css.place}>
      {isRestored && (
        <span className={css.notice}>
          Draft restored
          <Button type="button" variant="quiet" onClick={discard}>
            Discard
          </Button>
        </span>
      )}
    </div>
  );
}

/** Calls its child with `again`, which renders the children from scratch, without typed input. */
export function BeginsAnew({ children }: { children: (again: () => void) => ReactNode }) {
  const [round, setRound] = useState(0);
  const again = useCallback(() => {
    setRound((before) => before + 1);
  }, []);
  return <Fragment key={round}>{children(again)}</Fragment>;
}
