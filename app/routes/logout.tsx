/** Logs out. The browser always ends logged out, even if the database is down or slow. */
import { redirectDocument, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node';
import {
  Form,
  redirect as redirectInBrowser,
  useActionData,
  type ClientActionFunctionArgs,
} from '@remix-run/react';
import { useEffect, useState } from 'react';
import { toastCookie } from '~/http/redirect.server';
import { SET_LOGOUT_COOKIE, LOGOUT_ISSUES } from '~/http/logout-cookie';
import { endSession, FORGET_CACHE } from '~/http/session.server';
import { forgetPhone, unsentOnPhone } from '~/components/offline/owner';
import { Button, LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';
import { NoticePage } from '~/ui/notice-page';

export const meta: MetaFunction = () => [{ title: 'Logout · Parts Dispatch' }];

const LONGEST_WAIT_MS = 5_000;
const DONE = { title: 'Logged out', description: 'You have been successfully logged out' };

export async function action({ request, context }: ActionFunctionArgs) {
  const { cookies, complete } = await Promise.race([
    endSession(request, context),
    forgotten(request, context),
  ]);
  const headers = new Headers(FORGET_CACHE);
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  headers.append('Set-Cookie', await toastCookie(complete ? DONE : LOGOUT_ISSUES));
  return redirectDocument('/auth', { headers });
}

/** The answer when a session can't be ended in time. The browser forgets the session, which expires later. */
async function forgotten({ url }: Request, context: ActionFunctionArgs['context']) {
  await new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS).unref());
  const { cookies } = await endSession(new Request(url), context);
  return { cookies, complete: false };
}

/**
 * Deletes all data of a driver on the phone, and asks first if something is unsent. If the server fails, is slow or
 * can't be reached, a cookie notes that the user has left, and the next request tells the server.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const isSure = (await request.clone().formData()).has('discard');
  if (!isSure && (await unsentOnPhone()).length > 0) return redirectInBrowser('/logout');
  const answer = await inTime(serverAction<typeof action>());
  await forgetPhone();
  if (answer !== null) return answer;
  document.cookie = SET_LOGOUT_COOKIE;
  return { left: true };
}

/** Null when there is no answer, or an answer that is not ours. */
async function inTime<Answer>(work: Promise<Answer>): Promise<Answer | Response | null> {
  const enough = new Promise<null>((resolve) => {
    window.setTimeout(resolve, LONGEST_WAIT_MS, null);
  });
  try {
    return await Promise.race([work, enough]);
  } catch (error) {
    return error instanceof Response ? error : null;
  }
}

export default function Logout() {
  const hasLeft = useActionData<{ left?: boolean }>()?.left ?? false;
  const unsent = useUnsent();
  const actions = unsent === 1 ? '1 action' : `${String(unsent)} actions`;
  if (hasLeft) return <Left />;
  return (
    <NoticePage
      title="Logout"
      action={
        <Form method="post">
          {unsent > 0 && <input type="hidden" name="discard" value="yes" />}
          <Inline>
            {unsent > 0 && (
              <LinkButton to="/driver" variant="primary" size="touch">
                Stay signed in
              </LinkButton>
            )}
            <Button variant={unsent > 0 ? 'danger' : 'primary'} size="touch">
              {unsent > 0 ? `Logout and discard ${actions}` : 'Logout'}
            </Button>
          </Inline>
        </Form>
      }
    >
      {unsent > 0 ? (
        <p>
          {actions} on this phone {unsent === 1 ? 'has' : 'have'} not reached the dispatcher. If you log out
          now, {unsent === 1 ? 'it' : 'they'} will be lost.
        </p>
      ) : (
        <p>Do you want to end your session on this device?</p>
      )}
    </NoticePage>
  );
}

/** Goes to the sign-in page if the server can be reached. */
function Left() {
  useEffect(() => {
    void fetch('/healthz', { cache: 'no-store' }).then(
      () => {
        window.location.assign('/auth');
      },
      () => undefined,
    );
  }, []);
  return (
    <NoticePage
      title="Logged out"
      action={
        <LinkButton to="/auth" variant="primary" size="touch" reloadDocument>
          Sign in
        </LinkButton>
      }
    >
      <p>{LOGOUT_ISSUES.description}</p>
    </NoticePage>
  );
}

/** The number of unsent actions on this phone. */
function useUnsent(): number {
  const [unsent, setUnsent] = useState(0);
  useEffect(() => {
    void unsentOnPhone().then(({ length }) => {
      setUnsent(length);
    });
  }, []);
  return unsent;
}
