/** A dialog that is one form, with its refusal and the way back. */
import { Form, useNavigation } from '@remix-run/react';
import type { ComponentProps, ReactNode } from 'react';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';

type Props = {
  title: string;
  description?: ReactNode;
  size?: 'small' | 'form';
  closeTo: string;
  gap?: ComponentProps<typeof Stack>['gap'];
  refusal: string | undefined;
  /** The button: its action, its label, and its label meanwhile. */
  intent: string;
  submit: string;
  submitting: string;
  danger?: boolean | undefined;
  children: ReactNode;
};

export function FormDialog({ title, description, size = 'small', closeTo, gap = 3, ...form }: Props) {
  const pending = useNavigation().formData?.get('intent') === form.intent;
  return (
    <RouteDialog title={title} description={description} closeTo={closeTo} size={size}>
      <Form method="post" preventScrollReset>
        <Stack gap={gap}>
          {form.refusal && <Banner tone="error">{form.refusal}</Banner>}
          {form.children}
          <CancelOr
            cancelTo={closeTo}
            size="form"
            variant={form.danger ? 'danger' : 'primary'}
            value={form.intent}
            pending={pending && form.submitting}
          >
            {form.submit}
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}
