/** A dialog that asks before something is done. Its route has a loader for what the text says, and an action. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useLocation, useNavigation } from '@remix-run/react';
import type { ComponentProps, ReactNode } from 'react';
import { keepDialogOnNetworkError } from './keep-dialog-on-network-error';
import type { Answered } from './unreachable';
import { useFailureToast } from './use-failure-toast';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

type Confirm<Subject> = {
  title: string;
  /** Below the title. */
  description?: (subject: Subject) => string | undefined;
  /** A list has a paragraph for each. */
  text: (subject: Subject) => ReactNode | ReactNode[];
  /** Below the text: what does not fit into a paragraph. */
  below?: (subject: Subject) => ReactNode;
  /** The button of the action, and what is written on it; the title where that says it already. False: no button. */
  intent: string;
  label?: string | ((subject: Subject) => string | false);
  variant?: ComponentProps<typeof CancelOr>['variant'];
  /** On the link that leads away. */
  cancel?: string;
  /** The same form sent twice has one effect. */
  formKey?: (subject: Subject) => string;
  /** On the button while the answer is awaited. */
  pending: string;
  /** Where Cancel leads. @param search of the dialog's address. */
  back: (subject: Subject, search: string) => string;
  /** A refusal is said in a toast as well. */
  hasToast?: boolean;
  /** Of its buttons. */
  size?: ComponentProps<typeof CancelOr>['size'];
  /** The beginning of what is said when the server can't be reached, or the title of every refusal. */
  failure: string | { title: string };
};

type Loader = (args: LoaderFunctionArgs) => unknown;

/** `const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({…})`, to be exported by the route. */
export function confirm<From extends Loader>({
  title,
  description,
  text,
  below,
  intent,
  label = title,
  variant = 'danger',
  cancel,
  formKey,
  pending,
  back,
  failure,
  hasToast = false,
  size = 'dense',
}: Confirm<ReturnType<typeof useLoaderData<From>>>) {
  const [said, failureTitle] = typeof failure === 'string' ? [failure] : ['', failure.title];
  const meta: MetaFunction = () => [{ title: `${title} · Parts Dispatch` }];
  function ConfirmDialog() {
    const subject = useLoaderData<From>();
    const answer = useAnswer<Answered>();
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
            {below?.(subject)}
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
  return { ConfirmDialog, meta, clientAction: keepDialogOnNetworkError(said) };
}
