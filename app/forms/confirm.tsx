/** A dialog that asks before an action. Its route has an action, and a loader with the values of the text. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useLocation, useNavigation } from '@remix-run/react';
import type { ComponentProps, ReactNode } from 'react';
import type { SubmissionResult } from '@conform-to/react';
import { keepDialogOnNetworkError } from './keep-dialog-on-network-error';
import { useSent } from './typed';
import type { Answered } from './unreachable';
import { useFailureToast } from './use-failure-toast';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

type Confirm<Subject> = {
  title: string;
  /** Shown below the title. */
  description?: (subject: Subject) => string | undefined;
  /** Each element of a list is a paragraph. */
  text: (subject: Subject) => ReactNode | ReactNode[];
  /** Content below the text that does not fit into a paragraph, such as fields. @param sent the refused form. */
  below?: (subject: Subject, sent: SubmissionResult | undefined) => ReactNode;
  /** The action's button. Its label is the title unless `label` is set; with false there is no button. */
  intent: string;
  label?: string | ((subject: Subject) => string | false);
  variant?: ComponentProps<typeof CancelOr>['variant'];
  /** The label of the link that cancels. */
  cancel?: string;
  /** The idempotency key of the form. */
  formKey?: (subject: Subject) => string;
  /** The button's label while the action runs. */
  pending: string;
  /** The path that Cancel leads to. @param search the search of the dialog's address. */
  back: (subject: Subject, search: string) => string;
  /** Shows a refusal in a toast too. */
  hasToast?: boolean;
  /** The size of its buttons. */
  size?: ComponentProps<typeof CancelOr>['size'];
  /** The beginning of the message when the server can't be reached, or the title of every refusal. */
  failure: string | { title: string };
};

/** A function for texts that are translated, because they are chosen when the dialog is shown. */
type Given<Described> = Described | (() => Described);

type Loader = (args: LoaderFunctionArgs) => unknown;

/** The route exports the results: `const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({…})`. */
export function confirm<From extends Loader>(given: Given<Confirm<ReturnType<typeof useLoaderData<From>>>>) {
  const described = () => (typeof given === 'function' ? given() : given);
  const meta: MetaFunction = () => [{ title: `${described().title} · Parts Dispatch` }];
  function ConfirmDialog() {
    const {
      title,
      description,
      text,
      below,
      intent,
      label = title,
      variant = 'danger',
      ...more
    } = described();
    const { cancel, formKey, pending, back, failure, hasToast = false, size = 'dense' } = more;
    const failureTitle = typeof failure === 'string' ? undefined : failure.title;
    const subject = useLoaderData<From>();
    const answer = useAnswer<Answered>();
    const sent = useSent(answer, intent);
    const isPending = useNavigation().formData?.get('intent') === intent;
    const cancelTo = back(subject, useLocation().search);
    useFailureToast(hasToast ? (answer?.problem ?? null) : null);
    return (
      <RouteDialog title={title} description={description?.(subject)} closeTo={cancelTo} size="small">
        <Form method="post" preventScrollReset>
          <Stack gap={4}>
            {answer?.problem && (
              <Banner tone="error" title={failureTitle}>
                {answer.problem.error}
              </Banner>
            )}
            {[text(subject)].flat().map((each, index) => each && <p key={index}>{each}</p>)}
            {below?.(subject, sent)}
            {formKey && <input type="hidden" name="_key" value={formKey(subject)} />}
            <CancelOr
              cancelTo={cancelTo}
              cancel={cancel}
              size={size}
              variant={variant}
              value={intent}
              pending={isPending && pending}
            >
              {typeof label === 'string' ? label : label(subject)}
            </CancelOr>
          </Stack>
        </Form>
      </RouteDialog>
    );
  }
  const failureSentence = () => {
    const { failure } = described();
    return typeof failure === 'string' ? failure : '';
  };
  return { ConfirmDialog, meta, clientAction: keepDialogOnNetworkError(failureSentence) };
}
