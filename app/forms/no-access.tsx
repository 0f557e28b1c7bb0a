/** Shown instead of a page or dialog to people without its role, and after the session has ended. */
import { isRouteErrorResponse } from '@remix-run/react';
import { Button, LinkButton } from '~/ui/button';
import { Inline, Stack } from '~/ui/layout';
import { frame } from '~/words/en/frame';
import { hasTyped } from './typed';

type SignedOut = { signedOut: true; path: string; draft: Record<string, string[]> };

/** The typed input is sent along, and is back in its form after the sign-in. */
export function SignInAgain({ ended }: { ended: SignedOut }) {
  return (
    <form method="post" action="/auth" encType="multipart/form-data">
      <Stack gap={3}>
        <p>
          {frame.signInAgain}
          {hasTyped(ended.draft) && frame.typedKept}
        </p>
        <input type="hidden" name="intent" value="keepDraft" />
        <input type="hidden" name="redirectTo" value={ended.path} />
        <input type="hidden" name="draft" value={JSON.stringify(ended.draft)} />
        <Inline>
          <Button variant="primary">{frame.signIn}</Button>
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
      <p>{frame.otherRoles(role)}</p>
      <Inline>
        <LinkButton to="/" variant="primary">
          {frame.home}
        </LinkButton>
      </Inline>
    </>
  );
}
