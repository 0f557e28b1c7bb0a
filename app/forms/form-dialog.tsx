/** A dialog that consists of one form, with its refusal and a link back. */
import { Form, useNavigation } from '@remix-run/react';
import { useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { DraftNotice } from './draft-notice';
import { useKeptInput } from './use-kept-input';

type KeptForm = { element: RefObject<HTMLFormElement>; draft: ReturnType<typeof useKeptInput> };

type Props = {
  title: string;
  description?: ReactNode;
  size?: 'small' | 'form';
  closeTo: string;
  gap?: ComponentProps<typeof Stack>['gap'];
  refusal: string | undefined;
  /** The button: its action, its label, and its label while the form is sent. */
  intent: string;
  submit: string;
  submitting: string;
  danger?: boolean | undefined;
  /** Set for a form whose input survives closing the dialog and an ended session. */
  kept?: KeptForm;
  children: ReactNode;
};

/** Keeps the input of a form that can start from scratch. @param part distinguishes forms with the same path. */
export function useKeptForm(answer: object | undefined, again: () => void, part = ''): KeptForm {
  const element = useRef<HTMLFormElement>(null);
  return { element, draft: useKeptInput(element, { isAnswered: answer !== undefined, again, part }) };
}

export function FormDialog({ title, description, size = 'small', closeTo, gap = 3, kept, ...form }: Props) {
  const pending = useNavigation().formData?.get('intent') === form.intent;
  return (
    <RouteDialog title={title} description={description} closeTo={closeTo} size={size}>
      <Form method="post" preventScrollReset ref={kept?.element}>
        <Stack gap={gap}>
          {kept && <DraftNotice draft={kept.draft} />}
          {form.refusal && <Banner tone="error">{form.refusal}</Banner>}
          {form.children}
          <CancelOr
            cancelTo={closeTo}
            onCancel={kept?.draft.forget}
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
