import { typedText } from '~/forms/typed';
import { InputField } from '~/ui/field';
import { AuthForm, type AuthFormProps } from './auth-form';

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
    <AuthForm {...form} {...TEXTS}>
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

const TEXTS = {
  intent: 'register',
  title: 'Register as a driver',
  hint: 'An admin will assign your dealerships, and a dispatcher your tasks.',
  failed: 'Registration failed',
  button: 'Register',
  pending: 'Registering...',
} as const;
