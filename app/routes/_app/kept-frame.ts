/** The last data of the frame: when the server can not be reached, the page keeps the frame it showed before. */
import { useEffect, useState } from 'react';
import type { FrameUser } from './header';

// Written in the browser only, where there is one page and one user.
let shown: unknown = null;
let user: FrameUser | null = null;

export function useKeepFrame<Frame extends { user: FrameUser | null }>(frame: Frame): void {
  useEffect(() => {
    // Without the message, which is shown once only.
    shown = { ...frame, toast: null };
    user = frame.user;
    return () => {
      shown = null;
      user = null;
    };
  }, [frame]);
}

/** The last data of the frame. */
export const keptFrame = <Frame>() => shown as Frame | null;

/** The user of that frame, for an error page in its place. */
export function useKeptUser(): FrameUser | null {
  const [kept] = useState(user);
  return kept;
}
