/** Always ends signed out, also when the database is away. */
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Form } from '@remix-run/react';
import { toastCookie } from '~/http/flash.server';
import { endSession, findActor } from '~/http/session.server';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty';

export const meta: MetaFunction = () => [{ title: 'Log out · Parts Dispatch' }];

const DONE = { title: 'Logged out', description: 'You have been successfully logged out' };
const TROUBLE = {
  title: 'Logout issues',
  description: "You've been logged out but there were some errors. Please refresh the page.",
  tone: 'destructive' as const,
};

export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await findActor(request))) throw redirect('/auth');
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { cookie, complete } = await endSession(request, context);
  const headers = new Headers();
  headers.append('Set-Cookie', cookie);
  headers.append('Set-Cookie', await toastCookie(complete ? DONE : TROUBLE));
  return redirect('/auth', { headers });
}

export default function Logout() {
  return (
    <main>
      <EmptyState
        action={
          <Form method="post">
            <Button variant="primary">Logout</Button>
          </Form>
        }
      >
        Do you want to log out?
      </EmptyState>
    </main>
  );
}
