import { parse } from '@conform-to/dom';
import { getFormProps, useForm, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { forgetRoute, forgetTyped } from '~/components/offline/owner';
import { passwordProblem, usernameProblem } from '~/domain/users/sign-in-rules';
import { hasDrafts } from '~/forms/drafts';
import { hasTyped } from '~/forms/typed';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Checkbox, Field, Input } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { useToast } from '~/ui/toast';
import * as css from './auth.css';
import type { Progress } from './progress';

export type AuthFormProps = Progress & {
  lastResult: SubmissionResult | undefined;
  redirectTo: string;
  draft: string;
};

export function SignInForm({ lastResult, pending, checking, redirectTo, draft }: AuthFormProps) {
  const [form, fields] = useForm<{ username: string; password: string; rememberMe?: boolean }>({
    id: 'sign-in',
    lastResult,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parse(formData, { resolve: check }),
  });
  useFailureToast('Login failed', form.errors);
  const password = usePlaceToGoOn(lastResult);
  const disabled = pending || checking;
  return (
    <Card title="Sign in to your account" level={2}>
      <Form method="post" encType={encTypeFor(draft)} {...getFormProps(form)}>
        <Stack gap={3}>
          <p className={css.hint}>Enter your credentials to access your account</p>
          {form.errors && <Banner tone="error">{form.errors.join(' ')}</Banner>}
          <Carried intent="signIn" redirectTo={redirectTo} draft={draft} />
          <Field label="Username" name="username" errors={fields.username.errors}>
            {(control) => (
              <Input
                {...control}
                placeholder="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={fields.username.initialValue}
                disabled={disabled}
              />
            )}
          </Field>
          <Field label="Password" name="password" errors={fields.password.errors}>
            {(control) => (
              <Input
                {...control}
                ref={password}
                type="password"
                autoComplete="current-password"
                disabled={disabled}
              />
            )}
          </Field>
          <Checkbox
            label="Remember me"
            name="rememberMe"
            defaultChecked={lastResult === undefined || lastResult.initialValue?.rememberMe === 'on'}
            disabled={disabled}
          />
          <Button
            variant="primary"
            wide
            size="touch"
            pending={pending && 'Signing in...'}
            disabled={checking}
          >
            Sign in
          </Button>
        </Stack>
      </Form>
    </Card>
  );
}

type Credentials = { username?: unknown; password?: unknown };

function check({ username, password }: Credentials) {
  const problems = {
    username: usernameProblem(typeof username === 'string' ? username : ''),
    password: passwordProblem(typeof password === 'string' ? password : ''),
  };
  const wrong = Object.entries(problems).flatMap(([name, problem]) => (problem ? [[name, [problem]]] : []));
  if (wrong.length > 0) return { error: Object.fromEntries(wrong) as Record<string, string[]> };
  return { value: { username: String(username), password: String(password) } };
}

/** The fields were disabled while the form was under way, and the one in use lost the focus by it. */
function usePlaceToGoOn(lastResult: SubmissionResult | undefined) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (lastResult?.error?.['']) field.current?.select();
  }, [lastResult]);
  return field;
}

/** As parts, a draft is as many bytes as it has; otherwise it can become three times as many. */
export const encTypeFor = (draft: string) => (draft ? 'multipart/form-data' : undefined);

/** Fields that travel through the sign-in unchanged. */
export function Carried({ intent, redirectTo, draft }: Record<'intent' | 'redirectTo' | 'draft', string>) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      {draft && <input type="hidden" name="draft" value={draft} />}
    </>
  );
}

export function useFailureToast(title: string, errors: string[] | undefined) {
  const show = useToast();
  const description = errors?.join(' ');
  useEffect(() => {
    if (description) show({ title, description, tone: 'destructive' });
  }, [title, description, show]);
}

type Props = {
  /** True when the browser still names a session. */
  ended: boolean;
  /** The page to go on to after signing in; empty after a logout, and for people who opened the page themselves. */
  redirectTo: string;
  /** The input of a form that was sent too late, as JSON. */
  draft: string;
};

/** Why somebody who was signed in has to sign in again, and that it cost them nothing. */
export function SessionEnded({ ended, redirectTo, draft }: Props) {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    void forgetRoute();
    if (ended || redirectTo !== '') setKept(hasDrafts());
    else void forgetTyped();
  }, [ended, redirectTo]);
  const isTyped = isKept || isTypedIn(draft);
  if (!ended && !isTyped) return null;
  return <Banner>Your session has ended.{isTyped && ' What you typed was kept.'}</Banner>;
}

function isTypedIn(draft: string): boolean {
  try {
    return hasTyped(JSON.parse(draft || '{}') as Record<string, string[]>);
  } catch {
    return false;
  }
}
