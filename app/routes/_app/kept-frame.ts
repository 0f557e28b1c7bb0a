/**
 * A request that never reaches the server answers nothing at all, not even who is signed in. The page then shows the
 * frame that it showed before.
 */
import { useEffect, useState } from 'react';
import type { FrameUser } from './header';

// Written in the browser only, where there is one page and one user.
let shown: FrameUser | null = null;

export function useKeepUser(user: FrameUser | null): void {
  useEffect(() => {
    shown = user;
    return () => {
      shown = null;
    };
  }, [user]);
}

/** Who was shown when the frame gave way to an error. */
export function useKeptUser(): FrameUser | null {
  const [user] = useState(shown);
  return user;
}
