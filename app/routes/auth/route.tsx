import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react';
import { env } from '~/env.server';
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
} from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { Logo } from '~/ui/logo';
import { ToastHost } from '~/ui/toast';
import { answerForm } from './actions.server';
import * as css from './auth.css';
import { useProgress } from './progress';
import { RegisterForm } from './register-form';
import { SessionEnded, SignInForm } from './sign-in-form';

export const meta: MetaFunction = () => [{ title: 'Sign in · Parts Dispatch' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (hasLogoutCookie(request.headers.get('Cookie'))) throw await leave(request, context);
  if (await load(() => findActor(request))) throw redirect('/');
  const { toast, headers } = await readToast(request);
  const { searchParams } = new URL(request.url);
  const registration = env.REGISTRATION === 'open';
  const page = {
    registration,
    mode:
      registration && searchParams.get('mode') === 'register' ? ('register' as const) : ('signIn' as const),
    redirectTo: searchParams.get('redirectTo') ?? '',
    ended: hasEnded(request),
    toast,
  };
  return data(page, { headers });
}

/** Ends what somebody left behind when nobody answered. */
async function leave(request: Request, context: LoaderFunctionArgs['context']): Promise<Response> {
  const { cookies } = await endSession(request, context);
  const headers = new Headers({ ...FORGET_CACHE, Location: pagePath(request) });
  for (const cookie of [...cookies, await toastCookie(LOGOUT_ISSUES)]) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 302, headers });
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerForm(request, context);
}

export { clientAction } from './progress';

/** The answers of the forms change nothing that the page was made of. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === undefined && defaultShouldRevalidate;

export default function Auth() {
  const { toast, registration, mode, redirectTo, ended } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const progress = useProgress();
  const form = {
    ...progress,
    lastResult: answer?.lastResult,
    redirectTo: answer?.redirectTo ?? redirectTo,
    draft: answer?.draft ?? '',
  };
  const registering = mode === 'register';
  return (
    <ToastHost message={toast}>
      <main className={css.page}>
        <div className={css.brand}>
          <Logo size={56} />
          <h1>Kansas City Parts Network</h1>
          <p className={css.powered}>powered by Parts Dispatch</p>
        </div>
        <SessionEnded ended={ended} redirectTo={form.redirectTo} draft={form.draft} />
        {progress.checking && <Banner>Checking authentication status...</Banner>}
        {registering ? <RegisterForm {...form} /> : <SignInForm {...form} />}
        {registration && (
          <p className={css.other}>
            {registering ? 'Already have an account? ' : 'New driver? '}
            <Link to={otherWay(registering, form.redirectTo)}>{registering ? 'Sign in' : 'Register'}</Link>
          </p>
        )}
      </main>
    </ToastHost>
  );
}

function otherWay(registering: boolean, redirectTo: string): string {
  const search = new URLSearchParams({
    ...(!registering && { mode: 'register' }),
    ...(redirectTo && { redirectTo }),
  });
  return `/auth?${search.toString()}`;
}
