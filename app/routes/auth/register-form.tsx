import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Field, Input } from '~/ui/field';
import { Stack } from '~/ui/layout';
import * as css from './auth.css';
import { Carried, encTypeFor, useFailureToast, type AuthFormProps } from './sign-in-form';

const FIELDS = [
  { name: 'name', label: 'Full name', autoComplete: 'name', type: 'text' },
  { name: 'username', label: 'Username', autoComplete: 'username', type: 'text' },
  { name: 'password', label: 'Password', autoComplete: 'new-password', type: 'password' },
  { name: 'email', label: 'Email (optional)', autoComplete: 'email', type: 'email' },
  { name: 'phone', label: 'Phone (optional)', autoComplete: 'tel', type: 'tel' },
] as const;

type Values = Record<(typeof FIELDS)[number]['name'], string>;

export function RegisterForm({ lastResult, pending, checking, redirectTo, draft }: AuthFormProps) {
  const [form, fields] = useForm<Values>({ id: 'register', lastResult });
  useFailureToast('Registration failed', form.errors);
  return (
    <Card title="Register as a driver">
      <Form method="post" encType={encTypeFor(draft)} {...getFormProps(form)}>
        <Stack gap={3}>
          <p className={css.hint}>An admin will give you your dealerships, and a dispatcher your tasks.</p>
          {form.errors && <Banner tone="error">{form.errors.join(' ')}</Banner>}
          <Carried intent="register" redirectTo={redirectTo} draft={draft} />
          {FIELDS.map(({ name, label, ...input }) => (
            <Field
              key={name}
              label={label}
              name={name}
              hint={name === 'password' ? '8 characters or more' : undefined}
              errors={fields[name].errors}
            >
              {(control) => (
                <Input
                  {...control}
                  {...input}
                  autoCapitalize={name === 'name' ? 'words' : 'none'}
                  defaultValue={name === 'password' ? undefined : fields[name].initialValue}
                  disabled={pending || checking}
                />
              )}
            </Field>
          ))}
          <Button
            variant="primary"
            wide
            size="touch"
            pending={pending && 'Registering...'}
            disabled={checking}
          >
            Register
          </Button>
        </Stack>
      </Form>
    </Card>
  );
}
