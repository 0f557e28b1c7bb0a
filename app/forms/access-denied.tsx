import { isRouteErrorResponse } from '@remix-run/react';
import { LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';

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
