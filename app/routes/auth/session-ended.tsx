import { useEffect, useState } from 'react';
import { hasDrafts } from '~/forms/drafts';
import { forgetRoute, forgetTyped } from '~/components/offline/owner';
import { hasTyped } from '~/forms/typed-draft';
import { Banner } from '~/ui/banner';

type Props = {
  /** Whether the browser still names a session. */
  ended: boolean;
  /** The page to go on to after signing in; empty after a logout, and for people who opened the page themselves. */
  redirectTo: string;
  /** The input of a form that was sent too late, as JSON. */
  draft: string;
};

/** Why somebody who was signed in has to sign in again, and that it cost them nothing. */
export function SessionEnded({ ended, redirectTo, draft }: Props) {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    void forgetRoute();
    if (ended || redirectTo !== '') setKept(hasDrafts());
    else void forgetTyped();
  }, [ended, redirectTo]);
  const isTyped = isKept || isTypedIn(draft);
  if (!ended && !isTyped) return null;
  return <Banner>Your session has ended.{isTyped && ' What you typed was kept.'}</Banner>;
}

function isTypedIn(draft: string): boolean {
  try {
    return hasTyped(JSON.parse(draft || '{}') as Record<string, string[]>);
  } catch {
    return false;
  }
}
