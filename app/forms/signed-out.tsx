/** Shown for a form that was sent after its session had ended, with a link to sign in. */
import { isRouteErrorResponse } from '@remix-run/react';
import { Button } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { hasTyped } from './typed';

type SignedOut = { signedOut: true; path: string; draft: Record<string, string[]> };

export const SIGNED_OUT = 'Your session has ended';

/** The typed input is sent along, and is back in its form after the sign-in. */
export function SignInAgain({ ended }: { ended: SignedOut }) {
  return (
    <form method="post" action="/auth" encType="multipart/form-data">
      <Stack gap={3}>
        <p>Sign in again to continue.{hasTyped(ended.draft) && ' What you typed is kept.'}</p>
        <input type="hidden" name="intent" value="keepDraft" />
        <input type="hidden" name="redirectTo" value={ended.path} />
        <input type="hidden" name="draft" value={JSON.stringify(ended.draft)} />
        <Inline>
          <Button variant="primary">Sign in</Button>
        </Inline>
      </Stack>
    </form>
  );
}

export function signedOut(error: unknown): SignedOut | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  const isOurs = typeof data === 'object' && data !== null && 'signedOut' in data && data.signedOut === true;
  return isOurs ? (data as SignedOut) : null;
}
