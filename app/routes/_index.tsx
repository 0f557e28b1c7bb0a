import { redirect, redirectDocument, type LoaderFunctionArgs } from '@remix-run/node';
import { homeOf } from '~/domain/kernel/pages.server';
import { needsSetup } from '~/modules/set-up/setup.server';
import { load } from '~/http/page.server';
import { findActor } from '~/http/session.server';
import { LinkButton } from '~/ui/button';
import { NoticePage } from '~/ui/notice-page';

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await load(() => findActor(request));
  if (actor) throw redirect(homeOf(actor));
  if (await load(needsSetup)) throw redirectDocument('/setup');
  return null;
}

export default function Landing() {
  return (
    <NoticePage
      title="Parts Dispatch"
      action={
        <LinkButton to="/auth" variant="primary" size="touch" reloadDocument>
          Sign in
        </LinkButton>
      }
    >
      <p>Deliveries, pickups and transfers for a parts network. Sign in to see yours.</p>
    </NoticePage>
  );
}
