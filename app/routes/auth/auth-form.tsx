/** The common parts of both forms of the sign-in page. */
import type { SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import type { Offered } from '~/domain/network/users/demo-accounts.server';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Checkbox, Errors, Field, Input, InputField } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { hasTyped, typedBox, typedText } from '~/forms/typed';
import { signIn as words } from '~/words/en/sign-in';
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

/** @param remember the choice of the browser's last sign-in. */
export function SignInForm({ remember, ...form }: AuthFormProps & { remember: boolean }) {
  const { lastResult } = form;
  return (
    <AuthForm {...form} {...signInTexts()}>
      <Field label={words.username} name="username" errors={lastResult?.error?.username}>
        {(control) => (
          <Input
            {...control}
            placeholder={words.usernamePlaceholder}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typedText(lastResult, 'username')}
          />
        )}
      </Field>
      <Field label={words.password} name="password" errors={lastResult?.error?.password}>
        {(control) => <Input {...control} type="password" autoComplete="current-password" />}
      </Field>
      <Checkbox
        label={words.rememberMe}
        name="rememberMe"
        defaultChecked={typedBox(lastResult, 'rememberMe', remember)}
      />
    </AuthForm>
  );
}

const signInTexts = () => ({
  intent: 'signIn' as const,
  title: words.heading,
  hint: words.hint,
  failed: words.failed,
  button: words.signIn,
  pending: words.pending,
});

const fields = () =>
  [
    { name: 'name', label: words.fullName, autoComplete: 'name', type: 'text' },
    { name: 'username', label: words.username, autoComplete: 'username', type: 'text' },
    { name: 'password', label: words.password, autoComplete: 'new-password', type: 'password' },
    { name: 'email', label: words.email, autoComplete: 'email', type: 'email' },
    { name: 'phone', label: words.phone, autoComplete: 'tel', type: 'tel' },
  ] as const;

export function RegisterForm(form: AuthFormProps) {
  const { lastResult } = form;
  return (
    <AuthForm {...form} {...registerTexts()}>
      {fields().map((field) => (
        <InputField
          key={field.name}
          {...field}
          hint={field.name === 'password' ? words.longEnough : undefined}
          errors={lastResult?.error?.[field.name]}
          autoCapitalize={field.name === 'name' ? 'words' : 'none'}
          defaultValue={field.name === 'password' ? undefined : typedText(lastResult, field.name)}
        />
      ))}
    </AuthForm>
  );
}

const registerTexts = () => ({
  intent: 'register' as const,
  title: words.registerHeading,
  hint: words.registerHint,
  failed: words.registerFailed,
  button: words.register,
  pending: words.registering,
});

type DemoProps = { password: string; usernames: Offered[]; redirectTo: string };

/** Signs in to the demo without typing. */
export function DemoSignIns({ password, usernames, redirectTo }: DemoProps) {
  return (
    <section aria-labelledby="demo" className={css.demo}>
      <h2 id="demo">{words.tryDemo}</h2>
      <div>
        {usernames.map((username) => (
          <form key={username} method="post">
            <input type="hidden" name="intent" value="signIn" />
            <input type="hidden" name="username" value={username} />
            <input type="hidden" name="password" value={password} />
            {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
            <Button wide size="touch">
              {words.demoRoles[username]}
            </Button>
          </form>
        ))}
      </div>
    </section>
  );
}

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
          <Banner>
            {words.ended}
            {isTyped && words.typedKept}
          </Banner>
        </div>
      )}
      <template id={PART.keptTyped}>
        <Banner>
          {words.ended}
          {words.typedKept}
        </Banner>
      </template>
    </>
  );
}

function isTypedIn(draft: string): boolean {
  try {
    return hasTyped(JSON.parse(draft || '{}') as Record<string, string[]>);
  } catch {
    return false;
  }
}
