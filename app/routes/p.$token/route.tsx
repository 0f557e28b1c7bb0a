/** What a customer's link shows. No session, no cookie, no script; everything that is not there looks the same. */
import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { openProof } from '~/domain/proof/links.server';
import { partFailure } from '~/http/page.server';
import { SHARED_HEADERS } from '~/http/downloads.server';
import { PLAIN } from '~/page-context';
import { ProofSheet, proofTitle } from '~/components/proof/proof-sheet';
import { NoticePage } from '~/ui/notice-page';
import * as css from './shared.css';

export const handle = PLAIN;

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: answer }) => [
  { title: answer?.proof ? proofTitle(answer.proof) : 'Proof' },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];

export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    const proof = await openProof(params.token ?? '', context.clientIp);
    return data({ proof, trouble: null }, { status: proof ? 200 : 404, headers: SHARED_HEADERS });
  } catch (error) {
    const { message, ...init } = partFailure(error);
    return data(
      { proof: null, trouble: message },
      { ...init, headers: { ...init.headers, ...SHARED_HEADERS } },
    );
  }
}

export default function SharedProof() {
  const { proof, trouble } = useLoaderData<typeof loader>();
  if (trouble) {
    return (
      <NoticePage title="Please try again later" action={null}>
        <p>{trouble}</p>
      </NoticePage>
    );
  }
  if (!proof) {
    return (
      <NoticePage title="This link can't be opened" action={null}>
        <p>It may have expired, been revoked, or been copied incompletely. Ask the sender for a new link.</p>
      </NoticePage>
    );
  }
  return (
    <main className={css.page}>
      <ProofSheet proof={proof} />
    </main>
  );
}
