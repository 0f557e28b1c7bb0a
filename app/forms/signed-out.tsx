/** A form that was sent when the session had ended: what was typed, and the way on. */
import { isRouteErrorResponse } from '@remix-run/react';
import { Button } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { hasTyped } from './typed';

type SignedOut = { signedOut: true; path: string; draft: Record<string, string[]> };

export const SIGNED_OUT = 'Your session has ended';

/** Typed input travels along, and is back in its form after signing in. */
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
