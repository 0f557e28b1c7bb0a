/** The page that replaces a temporary password. Until then, all other pages lead there. */
import {
  redirect,
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { forgetOthers } from '~/components/offline/owner';
import { replaceTemporaryPassword } from '~/domain/network/users/change-password.server';
import { button, submit } from '~/forms/submit.server';
import { load } from '~/http/page.server';
import { safePath } from '~/http/redirect.server';
import { findActor, pagePath } from '~/http/session.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { InputField } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import * as css from '~/routes/auth/auth.css';
import { Logo } from '~/ui/notice-page';
import { newPassword as words } from '~/words/en/sign-in';
import { asWritten } from '~/words/words';

export const meta: MetaFunction = () => [{ title: words.title }];

/** Redirects people without a temporary password to the requested page. */
async function requireNewcomer(request: Request) {
  const actor = await load(() => findActor(request));
  if (!actor) throw redirectDocument(`/auth?redirectTo=${encodeURIComponent(pagePath(request))}`);
  if (!actor.mustChangePassword) throw redirect(wayOn(request));
  return actor;
}

const wayOn = (request: Request) => safePath(new URL(request.url).searchParams.get('redirectTo') ?? '/');

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, username } = await requireNewcomer(request);
  return { id, username };
}

export const action = (args: ActionFunctionArgs) => {
  const redirectTo = wayOn(args.request);
  const saved = () => ({ redirectTo, toast: { title: words.saved } });
  return submit(
    args,
    { replacePassword: button(replaceTemporaryPassword, saved) },
    { guard: requireNewcomer },
  );
};

export const clientAction = keepDialogOnNetworkError(() => words.failed);

const fields = () => [
  { name: 'newPassword', label: words.newPassword, hint: words.length },
  { name: 'repeatPassword', label: words.repeat, hint: undefined },
];

export default function ChoosePassword() {
  const { id, username } = useLoaderData<typeof loader>();
  // A sign-in link leads here, and another person may have been signed in before.
  useEffect(() => {
    void forgetOthers(id);
  }, [id]);
  const answer = useAnswer<Answered>();
  const pending = useNavigation().formData?.get('intent') === 'replacePassword';
  const errors = answer?.lastResult.error;
  return (
    <main className={css.page}>
      <div className={css.brand}>
        <Logo size={56} />
        <h1>{words.heading}</h1>
      </div>
      <Card>
        <Stack gap={4}>
          <Form method="post">
            <Stack gap={3}>
              <p className={css.hint}>
                {words.youAre}
                <strong {...asWritten()}>{username}</strong>
                {words.chooseOne}
              </p>
              {answer?.problem && !answer.problem.fields && (
                <Banner tone="error">{answer.problem.error}</Banner>
              )}
              {/* Password managers need the username. */}
              <input type="text" autoComplete="username" defaultValue={username} hidden readOnly />
              {fields().map((field) => (
                <InputField
                  key={field.name}
                  {...field}
                  required
                  errors={errors?.[field.name]}
                  type="password"
                  autoComplete="new-password"
                />
              ))}
              <Button
                variant="primary"
                wide
                size="touch"
                name="intent"
                value="replacePassword"
                pending={pending && words.saving}
              >
                {words.save}
              </Button>
            </Stack>
          </Form>
          <Form method="post" action="/logout">
            <Button size="touch" wide>
              {words.logout}
            </Button>
          </Form>
        </Stack>
      </Card>
    </main>
  );
}
