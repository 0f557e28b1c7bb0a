/** The last data of the frame: when the server can not be reached, the page keeps the frame it showed before. */
import { useEffect, useState } from 'react';
import type { FrameUser } from './header';

// Written in the browser only, where there is one page and one user.
let shown: unknown = null;
let heading: Heading = { user: null, network: '' };

/** What the header says. */
type Heading = { user: FrameUser | null; network: string };

export function useKeepFrame(frame: Heading): void {
  useEffect(() => {
    // Without what is shown once only.
    shown = { ...frame, toast: null, restored: null };
    heading = frame;
    return () => {
      shown = null;
      heading = { user: null, network: '' };
    };
  }, [frame]);
}

/** The last data of the frame. */
export const keptFrame = <Frame>() => shown as Frame | null;

/** The header of that frame, for an error page in its place. */
export function useKeptHeading(): Heading {
  const [kept] = useState(heading);
  return kept;
}
