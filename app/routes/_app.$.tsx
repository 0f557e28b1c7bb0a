/** Any other path, for everyone. Signed-in people keep the frame with its navigation. */
import { data, type MetaFunction } from '@remix-run/node';
import { LinkButton } from '~/ui/button';
import { NoticePage } from '~/ui/notice-page';

export const meta: MetaFunction = () => [{ title: '404 Page Not Found · Parts Dispatch' }];

const missing = () => data(null, { status: 404 });
export { missing as action, missing as loader };

export default function NotFound() {
  return (
    <NoticePage title="404 Page Not Found" action={<LinkButton to="/">Back to home</LinkButton>} inFrame>
      <p>Nothing is at this address. It may be mistyped, or what was here was deleted.</p>
    </NoticePage>
  );
}
