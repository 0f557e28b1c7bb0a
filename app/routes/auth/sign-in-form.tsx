import { typedBox, typedText } from '~/forms/typed';
import { Checkbox, Field, Input } from '~/ui/field';
import { AuthForm, type AuthFormProps } from './auth-form';

export function SignInForm(form: AuthFormProps) {
  const { lastResult } = form;
  return (
    <AuthForm {...form} {...TEXTS}>
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

const TEXTS = {
  intent: 'signIn',
  title: 'Sign in to your account',
  hint: 'Enter your credentials to access your account',
  failed: 'Login failed',
  button: 'Sign in',
  pending: 'Signing in...',
} as const;
