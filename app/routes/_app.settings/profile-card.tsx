import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import type { CurrentUser } from '~/domain/users/answers';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Field, Input } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';

const FIELDS = [
  { name: 'name', label: 'Full name', autoComplete: 'name', type: 'text', required: true },
  { name: 'email', label: 'Email', autoComplete: 'email', type: 'text', inputMode: 'email', required: false },
  { name: 'phone', label: 'Phone', autoComplete: 'tel', type: 'tel', required: false },
] as const;

type Props = { user: CurrentUser; lastResult: SubmissionResult | undefined };

export function ProfileCard({ user, lastResult }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'saveProfile';
  const errors = lastResult?.error;
  const typed = lastResult?.initialValue;
  return (
    <Card title="Profile Information" id="profile">
      <Form method="post" action="/settings" preventScrollReset>
        <Stack gap={3}>
          <Field label="Username" name="username" id="profile-username" hint="Cannot be changed">
            {(control) => <Input {...control} name={undefined} readOnly value={user.username} />}
          </Field>
          {FIELDS.map(({ name, label, required, ...input }) => (
            <Field
              key={name}
              label={label}
              name={name}
              id={`profile-${name}`}
              required={required}
              errors={errors?.[name] ?? undefined}
            >
              {(control) => (
                <Input {...control} {...input} defaultValue={textOf(typed ? typed[name] : user[name])} />
              )}
            </Field>
          ))}
          <Inline>
            <Button
              size="form"
              variant="primary"
              name="intent"
              value="saveProfile"
              pending={pending && 'Saving...'}
            >
              Save Profile
            </Button>
          </Inline>
        </Stack>
      </Form>
    </Card>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
