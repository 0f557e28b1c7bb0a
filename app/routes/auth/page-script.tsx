import { useContext } from 'react';
import { PageContext } from '~/components/page/page-context';

/** The script of the sign-in page, written into it: nothing else has to be loaded before it can be used. */
export function PageScript() {
  const { nonce, signIn } = useContext(PageContext);
  if (!signIn) return null;
  return (
    <script
      nonce={nonce}
      data-next={JSON.stringify(signIn.next)}
      dangerouslySetInnerHTML={{ __html: signIn.script }}
    />
  );
}
