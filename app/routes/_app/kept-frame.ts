/** The last data of the frame. When the server can't be reached, the page keeps this frame. */
import { useEffect, useState } from 'react';
import type { FrameUser } from './header';

// Set in the browser only, where there is one page and one user.
let shown: unknown = null;
let heading: Heading = { user: null, network: '' };

/** The data of the header. */
type Heading = { user: FrameUser | null; network: string };

export function useKeepFrame(frame: Heading): void {
  useEffect(() => {
    // Leaves out data that must be shown once only.
    shown = { ...frame, toast: null, restored: null };
    heading = frame;
    return () => {
      shown = null;
      heading = { user: null, network: '' };
    };
  }, [frame]);
}

export const keptFrame = <Frame>() => shown as Frame | null;

/** The data of that frame's header, for an error page that replaces the frame. */
export function useKeptHeading(): Heading {
  const [kept] = useState(heading);
  return kept;
}
