/**
 * A request that never reaches the server answers nothing at all, not even who is signed in. The page then shows the
 * frame that it showed before.
 */
import { useEffect, useState } from 'react';
import type { FrameUser } from './header';

// Written in the browser only, where there is one page and one user.
let shown: unknown = null;
let user: FrameUser | null = null;

export function useKeepFrame<Frame extends { user: FrameUser | null }>(frame: Frame): void {
  useEffect(() => {
    // A message is for once.
    shown = { ...frame, toast: null };
    user = frame.user;
    return () => {
      shown = null;
      user = null;
    };
  }, [frame]);
}

/** The frame's data as shown last. */
export const keptFrame = <Frame>() => shown as Frame | null;

/** Who was shown when the frame gave way to an error. */
export function useKeptUser(): FrameUser | null {
  const [kept] = useState(user);
  return kept;
}
