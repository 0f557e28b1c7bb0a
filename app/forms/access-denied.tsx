import { isRouteErrorResponse } from '@remix-run/react';
import { LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';

export const ACCESS_DENIED = 'Access Denied';

/** Of an error: the role that it takes, or null when it is another one. */
export function deniedRole(error: unknown): string | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  const role = typeof data === 'object' && data !== null && 'accessDenied' in data ? data.accessDenied : null;
  return typeof role === 'string' ? role : null;
}

/** The answer to somebody without the role. */
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
