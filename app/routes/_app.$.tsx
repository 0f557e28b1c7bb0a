/** Any other path, for everyone. Signed-in people keep the frame with its navigation. */
import { data, type MetaFunction } from '@remix-run/node';
import { LinkButton } from '~/ui/button';
import { NoticePage } from '~/ui/notice-page';
import { frame } from '~/words/en/frame';

export const meta: MetaFunction = () => [{ title: `${frame.page404} · Parts Dispatch` }];

const missing = () => data(null, { status: 404 });
export { missing as action, missing as loader };

export default function NotFound() {
  return (
    <NoticePage title={frame.page404} action={<LinkButton to="/">{frame.home}</LinkButton>} inFrame>
      <p>{frame.page404Text}</p>
    </NoticePage>
  );
}
