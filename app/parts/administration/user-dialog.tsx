/** A dialog about users, over the settings: one form with its refusal, and the way back to the list. */
import { Form, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Answered } from '~/parts/offline/unreachable';
import { useFailureToast } from '~/parts/task-form/use-failure-toast';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';

type Props = {
  title: string;
  description?: ReactNode;
  closeTo: string;
  size?: 'small' | 'form';
  answer: Answered | undefined;
  /** Why it was refused, where that is not the answer's problem. */
  refusal?: string | undefined;
  /** The button: what it does, what it says meanwhile, and whether it takes something away. */
  intent: string;
  submit: string;
  submitting: string;
  danger?: boolean;
  children: ReactNode;
};

export function UserDialog(props: Props) {
  const { title, description, closeTo, size = 'small', answer, children } = props;
  const refusal = props.refusal ?? answer?.problem?.error;
  const pending = useNavigation().formData?.get('intent') === props.intent;
  useFailureToast(answer?.problem ?? null);
  return (
    <RouteDialog title={title} description={description} closeTo={closeTo} size={size}>
      <Form method="post" preventScrollReset>
        <Stack gap={4}>
          {refusal && <Banner tone="error">{refusal}</Banner>}
          {children}
          <CancelOr
            cancelTo={closeTo}
            size="form"
            variant={props.danger ? 'danger' : 'primary'}
            value={props.intent}
            pending={pending && props.submitting}
          >
            {props.submit}
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}
