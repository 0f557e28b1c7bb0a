import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useContext } from 'react';
import { offeredDemo } from '~/domain/network/users/demo-accounts.server';
import { networkNames } from '~/domain/network/settings/network.server';
import { needsSetup } from '~/modules/set-up/setup.server';
import { env } from '~/process/env.server';
import { readToast, toastCookie } from '~/http/redirect.server';
import { LOGOUT_ISSUES } from '~/http/logout-cookie';
import { load } from '~/http/page.server';
import {
  endSession,
  findActor,
  FORGET_CACHE,
  hasEnded,
  hasLogoutCookie,
  pagePath,
  remembersLogin,
} from '~/http/session.server';
import { PageContext, PLAIN } from '~/components/page/page-context';
import { Banner } from '~/ui/banner';
import { Logo } from '~/ui/notice-page';
import { signIn as words } from '~/words/en/sign-in';
import { signInScript } from '~/words/en/sign-in-script';
import { asWritten } from '~/words/words';
import { answerForm } from './actions.server';
import * as css from './auth.css';
import { PART } from './page-parts';
import { DemoSignIns, RegisterForm, SessionEnded, SignInForm } from './auth-form';

/** The page has no React in the browser, but a small script; see in-browser.ts. */
export const handle = PLAIN;

export const meta: MetaFunction = () => [{ title: words.title }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (hasLogoutCookie(request.headers.get('Cookie'))) throw await leave(request, context);
  if (await load(() => findActor(request))) throw redirect('/');
  if (await load(needsSetup)) throw redirect('/setup');
  const { toast, headers } = await readToast(request);
  const { searchParams } = new URL(request.url);
  const registration = env.REGISTRATION === 'open';
  const page = {
    network: networkNames().name,
    registration,
    mode:
      registration && searchParams.get('mode') === 'register' ? ('register' as const) : ('signIn' as const),
    redirectTo: searchParams.get('redirectTo') ?? '',
    ended: hasEnded(request),
    remember: remembersLogin(request),
    demo: await load(offeredDemo),
    toast,
  };
  return data(page, { headers });
}

/** Ends the session of a user who has logged out without an answer. */
async function leave(request: Request, context: LoaderFunctionArgs['context']): Promise<Response> {
  const { cookies } = await endSession(request, context);
  const headers = new Headers({ ...FORGET_CACHE, Location: pagePath(request) });
  for (const cookie of [...cookies, await toastCookie(LOGOUT_ISSUES)]) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 302, headers });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await answerForm(request, context);
  if ('location' in answer) return redirect(answer.location, { headers: answer.headers });
  const { status, headers, ...refused } = answer;
  return data(refused, { status, headers });
}

export default function Auth() {
  const page = useLoaderData<typeof loader>();
  const { network, toast, registration, mode, redirectTo: wanted, ended, remember, demo } = page;
  const answer = useActionData<typeof action>();
  const { redirectTo, draft, lastResult } = answer ?? { redirectTo: wanted, draft: '' };
  const form = { lastResult, redirectTo, draft };
  const registering = mode === 'register';
  return (
    <main className={css.page} data-keeps={ended || redirectTo !== '' ? '' : undefined}>
      {toast && (
        <Banner tone={toast.tone === 'destructive' ? 'error' : 'success'} title={toast.title}>
          <span>{toast.description}</span>
        </Banner>
      )}
      <div className={css.brand}>
        <Logo size={56} />
        <h1 {...asWritten()}>{network}</h1>
        <p className={css.powered}>{words.powered}</p>
      </div>
      <SessionEnded ended={ended} draft={draft} />
      <template id={PART.checking}>
        <Banner>{words.checking}</Banner>
      </template>
      {registering ? <RegisterForm {...form} /> : <SignInForm {...form} remember={remember} />}
      {demo && !registering && <DemoSignIns {...demo} redirectTo={redirectTo} />}
      {registration && (
        <p className={css.other}>
          {registering ? words.hasAccount : words.newDriver}
          <a href={otherWay(registering, redirectTo)}>{registering ? words.signIn : words.register}</a>
        </p>
      )}
      <PageScript />
    </main>
  );
}

function otherWay(registering: boolean, redirectTo: string): string {
  const search = new URLSearchParams({
    ...(!registering && { mode: 'register' }),
    ...(redirectTo && { redirectTo }),
  });
  return `/auth?${search.toString()}`;
}

/** Writes the script of the sign-in page into the page, so that no other file has to load before it can be used. */
function PageScript() {
  const { nonce, signIn } = useContext(PageContext);
  if (!signIn) return null;
  return (
    <script
      nonce={nonce}
      data-next={JSON.stringify(signIn.next)}
      data-words={JSON.stringify(signInScript)}
      dangerouslySetInnerHTML={{ __html: signIn.script }}
    />
  );
}
