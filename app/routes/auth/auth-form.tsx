/** The common parts of both forms of the sign-in page. */
import type { SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Checkbox, Errors, Field, Input, InputField } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { hasTyped, typedBox, typedText } from '~/forms/typed';
import * as css from './auth.css';
import { ENDED, PART, type INTENT } from './page-parts';

type AuthFormProps = {
  lastResult: SubmissionResult | undefined;
  /** The page to return to. */
  redirectTo: string;
  /** The input of a form that was sent after its session had ended, as JSON. */
  draft: string;
};

type Props = AuthFormProps & {
  intent: keyof typeof INTENT;
  /** `failed` is the title of a refusal, `pending` the button's label while the form is sent. */
} & Record<'title' | 'hint' | 'failed' | 'button' | 'pending', string> & { children: ReactNode };

function AuthForm({ lastResult, redirectTo, draft, intent, children, ...texts }: Props) {
  const refusal = lastResult?.error?.[''];
  return (
    <Card title={texts.title}>
      {/* A multipart form does not enlarge a draft. URL encoding could make it three times as large. */}
      <form method="post" encType={draft ? 'multipart/form-data' : undefined}>
        <Stack gap={3}>
          <p className={css.hint}>{texts.hint}</p>
          {refusal && (
            <Banner tone="error" title={texts.failed}>
              {refusal.join(' ')}
            </Banner>
          )}
          <template id={PART.refusal}>
            <Banner tone="error" title={texts.failed} />
          </template>
          <template id={PART.fieldError}>
            <Errors errors={['']} />
          </template>
          <input type="hidden" name="intent" value={intent} />
          {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
          {draft && <input type="hidden" name="draft" value={draft} />}
          {children}
          <Button variant="primary" wide size="touch" data-pending={texts.pending}>
            {texts.button}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

export function SignInForm(form: AuthFormProps) {
  const { lastResult } = form;
  return (
    <AuthForm {...form} {...SIGN_IN}>
      <Field label="Username" name="username" errors={lastResult?.error?.username}>
        {(control) => (
          <Input
            {...control}
            placeholder="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typedText(lastResult, 'username')}
          />
        )}
      </Field>
      <Field label="Password" name="password" errors={lastResult?.error?.password}>
        {(control) => <Input {...control} type="password" autoComplete="current-password" />}
      </Field>
      <Checkbox
        label="Remember me"
        name="rememberMe"
        defaultChecked={typedBox(lastResult, 'rememberMe', true)}
      />
    </AuthForm>
  );
}

const SIGN_IN = {
  intent: 'signIn',
  title: 'Sign in to your account',
  hint: 'Enter your credentials to access your account',
  failed: 'Sign-in failed',
  button: 'Sign in',
  pending: 'Signing in...',
} as const;

const FIELDS = [
  { name: 'name', label: 'Full name', autoComplete: 'name', type: 'text' },
  { name: 'username', label: 'Username', autoComplete: 'username', type: 'text' },
  { name: 'password', label: 'Password', autoComplete: 'new-password', type: 'password' },
  { name: 'email', label: 'Email (optional)', autoComplete: 'email', type: 'email' },
  { name: 'phone', label: 'Phone (optional)', autoComplete: 'tel', type: 'tel' },
] as const;

export function RegisterForm(form: AuthFormProps) {
  const { lastResult } = form;
  return (
    <AuthForm {...form} {...REGISTER}>
      {FIELDS.map((field) => (
        <InputField
          key={field.name}
          {...field}
          hint={field.name === 'password' ? '8 characters or more' : undefined}
          errors={lastResult?.error?.[field.name]}
          autoCapitalize={field.name === 'name' ? 'words' : 'none'}
          defaultValue={field.name === 'password' ? undefined : typedText(lastResult, field.name)}
        />
      ))}
    </AuthForm>
  );
}

const REGISTER = {
  intent: 'register',
  title: 'Register as a driver',
  hint: 'An admin will assign your dealerships, and a dispatcher your tasks.',
  failed: 'Registration failed',
  button: 'Register',
  pending: 'Registering...',
} as const;

type EndedProps = {
  /** True when the browser still sends a session token. */
  ended: boolean;
  /** The input of a form that was sent after its session had ended, as JSON. */
  draft: string;
};

/** Says why the person has to sign in again, and that nothing is lost. Only the browser knows its drafts. */
export function SessionEnded({ ended, draft }: EndedProps) {
  const isTyped = isTypedIn(draft);
  return (
    <>
      {(ended || isTyped) && (
        <div id={ENDED}>
          <Banner>Your session has ended.{isTyped && KEPT}</Banner>
        </div>
      )}
      <template id={PART.keptTyped}>
        <Banner>Your session has ended.{KEPT}</Banner>
      </template>
    </>
  );
}

const KEPT = ' What you typed was kept.';

function isTypedIn(draft: string): boolean {
  try {
    return hasTyped(JSON.parse(draft || '{}') as Record<string, string[]>);
  } catch {
    return false;
  }
}
