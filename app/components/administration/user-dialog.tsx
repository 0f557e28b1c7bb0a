/** A dialog about users, over the settings: one form with its refusal, and the way back to the list. */
import { Form, useLocation, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { usersPath } from './view';

type Props = {
  title: string;
  description?: ReactNode;
  size?: 'small' | 'form';
  answer: Answered | undefined;
  /** The reason of a refusal, where that is not the answer's problem. */
  refusal?: string | undefined;
  /** The button: its action, its label, and its label meanwhile. */
  intent: string;
  submit: string;
  submitting: string;
  danger?: boolean;
  children: ReactNode;
};

export function UserDialog(props: Props) {
  const { title, description, size = 'small', answer, children } = props;
  const closeTo = usersPath(useLocation().search);
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
