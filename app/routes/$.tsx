import { data, type MetaFunction } from '@remix-run/node';
import { LinkButton } from '~/ui/button';
import { EmptyState } from '~/ui/empty';

export const meta: MetaFunction = () => [{ title: '404 Page Not Found' }];

const missing = () => data(null, { status: 404 });
export { missing as action, missing as loader };

export default function NotFound() {
  return (
    <main>
      <h1>404 Page Not Found</h1>
      <EmptyState action={<LinkButton to="/">Back to home</LinkButton>}>
        Did you forget to add the page to the router?
      </EmptyState>
    </main>
  );
}
