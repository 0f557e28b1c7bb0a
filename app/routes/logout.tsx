/** Always ends signed out, also when the database is away or slow. */
import { redirect, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node';
import {
  Form,
  isRouteErrorResponse,
  redirect as redirectInBrowser,
  useActionData,
  type ClientActionFunctionArgs,
} from '@remix-run/react';
import { useEffect, useState } from 'react';
import { toastCookie } from '~/http/flash.server';
import { endSession } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';
import { NoticePage } from '~/ui/notice-page';

export const meta: MetaFunction = () => [{ title: 'Log out · Parts Dispatch' }];

const LONGEST_WAIT_MS = 5_000;
const DONE = { title: 'Logged out', description: 'You have been successfully logged out' };
const TROUBLE = {
  title: 'Logout issues',
  description: "You've been logged out but there were some errors. Please refresh the page.",
  tone: 'destructive' as const,
};

export async function action({ request, context }: ActionFunctionArgs) {
  const { cookie, complete } = await Promise.race([
    endSession(request, context),
    forgotten(request, context),
  ]);
  const headers = new Headers();
  headers.append('Set-Cookie', cookie);
  headers.append('Set-Cookie', await toastCookie(complete ? DONE : TROUBLE));
  return redirect('/auth', { headers });
}

/** When the session cannot be ended in time: the browser forgets it all the same, and it ends by itself. */
async function forgotten({ url }: Request, context: ActionFunctionArgs['context']) {
  await new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS).unref());
  const { cookie } = await endSession(new Request(url), context);
  return { cookie, complete: false };
}

const NO_LINE =
  'There is no connection, so you are still signed in on this device. Try again when it is back.';

/** Leaves nothing of a driver on the phone, and nothing unsent without asking. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const { forgetPhone, unsentOnPhone } = await import('~/parts/offline/sign-out');
  const isSure = (await request.clone().formData()).has('discard');
  if (!isSure && (await unsentOnPhone()).length > 0) return redirectInBrowser('/logout');
  try {
    const answer = await serverAction<typeof action>();
    await forgetPhone();
    return answer;
  } catch (error) {
    if (error instanceof Response) await forgetPhone();
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return { refusal: NO_LINE };
  }
}

export default function Logout() {
  const answer = useActionData<{ refusal?: string }>();
  const unsent = useUnsent();
  const actions = unsent === 1 ? '1 action' : `${String(unsent)} actions`;
  return (
    <NoticePage
      title="Log out"
      action={
        <Form method="post">
          {unsent > 0 && <input type="hidden" name="discard" value="yes" />}
          <Inline>
            {unsent > 0 && (
              <LinkButton to="/driver" variant="primary" size="thumb">
                Stay signed in
              </LinkButton>
            )}
            <Button variant={unsent > 0 ? 'danger' : 'primary'} size="thumb">
              {unsent > 0 ? `Log out and discard ${actions}` : 'Logout'}
            </Button>
          </Inline>
        </Form>
      }
    >
      {answer?.refusal && <Banner tone="error">{answer.refusal}</Banner>}
      {unsent > 0 ? (
        <p>
          {actions} on this phone {unsent === 1 ? 'has' : 'have'} not reached the dispatcher. Logging out now
          loses {unsent === 1 ? 'it' : 'them'} for good.
        </p>
      ) : (
        <p>Do you want to end your session on this device?</p>
      )}
    </NoticePage>
  );
}

/** How much of what was done on this phone is not sent yet. */
function useUnsent(): number {
  const [unsent, setUnsent] = useState(0);
  useEffect(() => {
    void import('~/parts/offline/sign-out')
      .then(({ unsentOnPhone }) => unsentOnPhone())
      .then(({ length }) => {
        setUnsent(length);
      });
  }, []);
  return unsent;
}
