import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { isDispatcher } from '~/domain/actor';
import { findActor } from '~/http/session.server';
import { LinkButton } from '~/ui/button';
import { EmptyState } from '~/ui/empty';
import { Logo } from '~/ui/logo';

export const meta: MetaFunction = () => [{ title: 'Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await findActor(request);
  if (actor) throw redirect(isDispatcher(actor) ? '/dispatcher' : '/driver');
  return null;
}

export default function Landing() {
  return (
    <main>
      <EmptyState
        action={
          <LinkButton to="/auth" variant="primary">
            Sign in
          </LinkButton>
        }
      >
        <Logo size={56} />
        <br />
        Parts Dispatch: there is nothing to see here before you sign in.
      </EmptyState>
    </main>
  );
}
