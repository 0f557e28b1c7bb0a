/** The page of a customer's link. It uses no session and no cookie. All links that do not work look the same. */
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { lineWriter, openLink, type Shown } from '~/domain/customers/links/open.server';
import { readForm } from '~/http/body.server';
import { partFailure } from '~/http/page.server';
import { SHARED_HEADERS } from '~/http/downloads.server';
import { PLAIN } from '~/components/page/page-context';
import { DaySheet, dayTitle } from '~/components/proof/day-sheet';
import { ExpectedSheet, expectedTitle } from '~/components/proof/expected-sheet';
import { partOf } from '~/components/proof/part-of.server';
import { ProofSheet, proofTitle } from '~/components/proof/proof-sheet';
import { changed, PrintScript, ShopSheet, shopTitle } from '~/components/proof/shop-sheet';
import { NoticePage } from '~/ui/notice-page';
import { link as words } from '~/words/en/link';
import { readIn } from '~/words/spoken.server';
import { isLanguage, LANGUAGES } from '~/words/languages';
import { language } from '~/words/words';
import * as css from './shared.css';

export const handle = PLAIN;

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** With `no-referrer`, browsers would send the form without an origin, and it would be refused. */
const WITH_FORM = { ...SHARED_HEADERS, 'Referrer-Policy': 'strict-origin' };

export const meta: MetaFunction<typeof loader> = ({ data: answer }) => [
  { title: answer ? titleOf(answer) : words.proof },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: answer?.expected ? 'strict-origin' : 'no-referrer' },
];

/** The switch of the page is a part of its address. Without it, the browser's language counts. */
const SWITCH = 'language';

const chosenIn = (request: Request) => {
  const chosen = new URL(request.url).searchParams.get(SWITCH);
  return isLanguage(chosen) ? chosen : null;
};

function readInChosen(request: Request): void {
  const chosen = chosenIn(request);
  if (chosen) readIn(chosen);
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  readInChosen(request);
  try {
    const shown = await openLink(params.token ?? '', partOf(request), context.clientIp);
    const status = Object.values(shown).some((part) => part !== null) ? 200 : 404;
    const isSent = new URL(request.url).searchParams.has('sent');
    return data(
      { ...shown, isSent, trouble: null },
      { status, headers: shown.expected ? WITH_FORM : SHARED_HEADERS },
    );
  } catch (error) {
    const { message, ...init } = partFailure(error);
    return data(
      { expected: null, proof: null, shop: null, day: null, isSent: false, trouble: message },
      { ...init, headers: { ...init.headers, ...SHARED_HEADERS } },
    );
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { token = '' } = params;
  readInChosen(request);
  let given: FormDataEntryValue | null = null;
  try {
    const { delivery } = partOf(request);
    const write = await lineWriter(token, delivery, context.clientIp);
    given = (await readForm(request)).get('line');
    await write(given);
    const { searchParams } = new URL(request.url);
    searchParams.delete('sent');
    return redirect(`/p/${token}?sent${searchParams.size > 0 ? `&${String(searchParams)}` : ''}`, {
      headers: WITH_FORM,
    });
  } catch (error) {
    if (error instanceof Response) throw error;
    const { message, status } = partFailure(error);
    return data({ given: typeof given === 'string' ? given : '', refusal: message }, { status });
  }
}

function titleOf({ expected, proof, shop, day }: Shown): string {
  if (expected) return expectedTitle(expected);
  if (shop) return shopTitle(shop);
  if (day) return dayTitle(day);
  return proof ? proofTitle(proof) : words.proof;
}

export default function SharedProof() {
  const { expected, proof, shop, day, isSent, trouble } = useLoaderData<typeof loader>();
  const { given = '', refusal = null } = useActionData<typeof action>() ?? {};
  if (trouble) {
    return (
      <NoticePage title={words.tryLater} action={<Languages />}>
        <p>{trouble}</p>
      </NoticePage>
    );
  }
  if (expected) {
    return (
      <main className={css.page}>
        <Languages />
        <ExpectedSheet expected={expected} line={{ isSent: isSent && refusal === null, given, refusal }} />
      </main>
    );
  }
  if (shop ?? day) {
    return (
      <main className={css.page}>
        <Languages />
        {shop && <ShopSheet shop={shop} />}
        {day && (
          <DaySheet day={day}>
            <PrintScript />
          </DaySheet>
        )}
      </main>
    );
  }
  if (!proof) {
    return (
      <NoticePage title={words.closed} action={<Languages />}>
        <p>{words.closedWhy}</p>
      </NoticePage>
    );
  }
  return (
    <main className={css.page}>
      <Languages />
      <ProofSheet proof={proof} />
    </main>
  );
}

/** Links to this page in the other languages, each with its own name, and from a part of an account's page to the whole. */
function Languages() {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const isPart = params.has('delivery') || params.has('day');
  const others = Object.entries(LANGUAGES).filter(([code]) => code !== language());
  return (
    <p className={css.languages}>
      {isPart && (
        <a href={changed(search, { delivery: null, day: null })} className={css.language}>
          {words.all}
        </a>
      )}
      {others.map(([code, name]) => (
        <a
          key={code}
          href={changed(search, { [SWITCH]: code })}
          lang={code}
          hrefLang={code}
          className={css.language}
        >
          {name}
        </a>
      ))}
    </p>
  );
}
