/** What a page shows instead of itself. */
import { Form, isRouteErrorResponse, useLocation } from '@remix-run/react';
import { Button, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import * as css from './frame.css';

type SignedOut = { signedOut: true; path: string; draft: Record<string, string[]> };

export function Trouble({ error }: { error: unknown }) {
  return (
    <div className={css.trouble}>
      <Card title={<Title error={error} />} level={1}>
        <Stack gap={3}>
          <Explanation error={error} />
        </Stack>
      </Card>
    </div>
  );
}

function Title({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return 'Something went wrong';
  if (accessDenied(error.data)) return 'Access Denied';
  if (signedOut(error.data)) return 'Your session has ended';
  if (error.status === 404) return 'Not found';
  if (error.status === 503) return 'The service is temporarily unavailable';
  return 'Something went wrong';
}

function Explanation({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error)) {
    const role = accessDenied(error.data);
    if (role) {
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
    const kept = signedOut(error.data);
    if (kept) return <SignInAgain kept={kept} />;
  }
  const sentence = isRouteErrorResponse(error) ? sentenceOf(error.data) : null;
  return (
    <>
      <p>{sentence ?? 'This part of the page could not be shown. Nothing that was saved is lost.'}</p>
      <TryAgain />
    </>
  );
}

function TryAgain() {
  const { pathname, search } = useLocation();
  return (
    <Inline>
      <LinkButton to={pathname + search} variant="primary">
        Try Again
      </LinkButton>
      <LinkButton to={pathname + search} reloadDocument>
        Refresh Page
      </LinkButton>
    </Inline>
  );
}

/** What was typed travels along, and is back in its form after signing in. */
function SignInAgain({ kept }: { kept: SignedOut }) {
  return (
    <Form method="post" action="/auth">
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const accessDenied = (data: unknown) =>
  isRecord(data) && typeof data.accessDenied === 'string' ? data.accessDenied : null;
const signedOut = (data: unknown) => (isRecord(data) && data.signedOut === true ? (data as SignedOut) : null);
const sentenceOf = (data: unknown) => (isRecord(data) && typeof data.error === 'string' ? data.error : null);
