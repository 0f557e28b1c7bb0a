/** Always ends signed out, also when the database is away or slow. */
import { redirect, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form } from '@remix-run/react';
import { toastCookie } from '~/http/flash.server';
import { endSession } from '~/http/session.server';
import { Button } from '~/ui/button';
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

export default function Logout() {
  return (
    <NoticePage
      title="Log out"
      action={
        <Form method="post">
          <Button variant="primary">Logout</Button>
        </Form>
      }
    >
      <p>Do you want to end your session on this device?</p>
    </NoticePage>
  );
}
