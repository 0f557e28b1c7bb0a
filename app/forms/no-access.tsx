/** Shown instead of a page or dialog to people without its role, and after the session has ended. */
import { isRouteErrorResponse } from '@remix-run/react';
import { Button, LinkButton } from '~/ui/button';
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

export const ACCESS_DENIED = 'Access Denied';

/** The required role of an 'Access Denied' error, or null for other errors. */
export function deniedRole(error: unknown): string | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  const role = typeof data === 'object' && data !== null && 'accessDenied' in data ? data.accessDenied : null;
  return typeof role === 'string' ? role : null;
}

/** The page for people without the role. */
export function OtherRolesOnly({ role }: { role: string }) {
  return (
    <>
      <p>This area is for users with the role {role} only.</p>
      <Inline>
        <LinkButton to="/" variant="primary">
          Back to home
        </LinkButton>
      </Inline>
    </>
  );
}
