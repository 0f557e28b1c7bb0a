import { useContext } from 'react';
import { PageContext } from '~/components/page/page-context';

/** Writes the script of the sign-in page into the page, so that no other file has to load before it can be used. */
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
