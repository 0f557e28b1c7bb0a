/** The page of a customer's link. It uses no session and no cookie. All links that do not work look the same. */
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { AccountDay, Expected } from '~/domain/tasks/model/expected';
import { lineWriter, openLink } from '~/domain/customers/links/open.server';
import type { Proof } from '~/domain/customers/links/proof';
import { readForm } from '~/http/body.server';
import { partFailure } from '~/http/page.server';
import { SHARED_HEADERS } from '~/http/downloads.server';
import { PLAIN } from '~/components/page/page-context';
import { DaySheet, dayTitle, ExpectedSheet, expectedTitle } from '~/components/proof/expected-sheet';
import { ProofSheet, proofTitle } from '~/components/proof/proof-sheet';
import { NoticePage } from '~/ui/notice-page';
import * as css from './shared.css';

export const handle = PLAIN;

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** With `no-referrer`, browsers would send the form without an origin, and it would be refused. */
const WITH_FORM = { ...SHARED_HEADERS, 'Referrer-Policy': 'strict-origin' };

export const meta: MetaFunction<typeof loader> = ({ data: answer }) => [
  { title: answer ? titleOf(answer) : 'Proof' },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: answer?.expected ? 'strict-origin' : 'no-referrer' },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  try {
    const shown = await openLink(params.token ?? '', context.clientIp);
    const status = shown.expected || shown.proof || shown.day ? 200 : 404;
    const isSent = new URL(request.url).searchParams.has('sent');
    return data(
      { ...shown, isSent, trouble: null },
      { status, headers: shown.expected ? WITH_FORM : SHARED_HEADERS },
    );
  } catch (error) {
    const { message, ...init } = partFailure(error);
    return data(
      { expected: null, proof: null, day: null, isSent: false, trouble: message },
      { ...init, headers: { ...init.headers, ...SHARED_HEADERS } },
    );
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { token = '' } = params;
  let given: FormDataEntryValue | null = null;
  try {
    const write = await lineWriter(token, context.clientIp);
    given = (await readForm(request)).get('line');
    await write(given);
    return redirect(`/p/${token}?sent`, { headers: WITH_FORM });
  } catch (error) {
    if (error instanceof Response) throw error;
    const { message, status } = partFailure(error);
    return data({ given: typeof given === 'string' ? given : '', refusal: message }, { status });
  }
}

type Shown = { expected: Expected | null; proof: Proof | null; day: AccountDay | null };
function titleOf({ expected, proof, day }: Shown): string {
  if (expected) return expectedTitle(expected);
  if (day) return `${dayTitle}: ${day.name}`;
  return proof ? proofTitle(proof) : 'Proof';
}

export default function SharedProof() {
  const { expected, proof, day, isSent, trouble } = useLoaderData<typeof loader>();
  const { given = '', refusal = null } = useActionData<typeof action>() ?? {};
  if (trouble) {
    return (
      <NoticePage title="Please try again later" action={null}>
        <p>{trouble}</p>
      </NoticePage>
    );
  }
  if (expected) {
    return (
      <main className={css.page}>
        <ExpectedSheet expected={expected} line={{ isSent: isSent && refusal === null, given, refusal }} />
      </main>
    );
  }
  if (day) {
    return (
      <main className={css.page}>
        <DaySheet day={day} />
      </main>
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
