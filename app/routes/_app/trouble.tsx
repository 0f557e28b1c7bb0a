/** What a page shows instead of itself. */
import { Form, isRouteErrorResponse } from '@remix-run/react';
import { ACCESS_DENIED, deniedRole, OtherRolesOnly } from '~/parts/access-denied';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { useFailure } from '~/ui/failure';
import { Inline, Stack } from '~/ui/layout';
import { TryAgain } from '~/ui/try-again';
import * as css from './frame.css';

type SignedOut = { signedOut: true; path: string; draft: Record<string, string[]> };

const SIGNED_OUT = 'Your session has ended';
const ELSE = 'Something went wrong';

export function Trouble({ error }: { error: unknown }) {
  const role = deniedRole(error);
  const kept = signedOut(error);
  const failure = useFailure(error, {
    title: ELSE,
    text: 'This part of the page could not be shown. Nothing that was saved is lost.',
  });
  return (
    <div className={css.trouble}>
      <Card title={role ? ACCESS_DENIED : kept ? SIGNED_OUT : failure.title} level={1}>
        <Stack gap={3}>
          {role && <OtherRolesOnly role={role} />}
          {kept && <SignInAgain kept={kept} />}
          {!role && !kept && (
            <>
              <p>{failure.text}</p>
              <TryAgain />
            </>
          )}
        </Stack>
      </Card>
    </div>
  );
}

/** For the browser's tab. */
export function troubleTitle(error: unknown): string {
  if (deniedRole(error)) return ACCESS_DENIED;
  if (signedOut(error)) return SIGNED_OUT;
  return ELSE;
}

/** What was typed travels along, and is back in its form after signing in. */
function SignInAgain({ kept }: { kept: SignedOut }) {
  return (
    <Form method="post" action="/auth" encType="multipart/form-data">
      <Stack gap={3}>
        <p>Sign in again to go on. What you typed is kept.</p>
        <input type="hidden" name="intent" value="keepDraft" />
        <input type="hidden" name="redirectTo" value={kept.path} />
        <input type="hidden" name="draft" value={JSON.stringify(kept.draft)} />
        <Inline>
          <Button variant="primary">Sign in</Button>
        </Inline>
      </Stack>
    </Form>
  );
}

function signedOut(error: unknown): SignedOut | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  const isOurs = typeof data === 'object' && data !== null && 'signedOut' in data && data.signedOut === true;
  return isOurs ? (data as SignedOut) : null;
}
