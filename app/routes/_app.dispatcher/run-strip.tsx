/** The runs above the board, the next deadline first. The code that draws them is loaded with the drivers' times. */
import { useLocation } from '@remix-run/react';
import { useContext, useEffect } from 'react';
import { strip } from '~/components/board/run-chips.css';
import { PageContext } from '~/components/page/page-context';
import type { StripRun } from '~/domain/views/board/board';
import { useZone } from '~/ui/time';
import { useLinksInPlace } from '~/ui/use-links-in-place';
import type * as Loaded from './load-times';

export function RunStrip({ runs, code }: { runs: StripRun[]; code: typeof Loaded | null }) {
  const place = useLinksInPlace<HTMLElement>();
  const { drawRuns } = useContext(PageContext);
  const { search } = useLocation();
  const zone = useZone();
  useEffect(() => {
    if (place.current) code?.showRuns(place.current, runs, { now: Date.now(), zone, search });
  });
  return (
    <nav
      aria-label="Runs"
      ref={place}
      className={strip}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: drawRuns?.(zone, search) ?? '' }}
    />
  );
}
