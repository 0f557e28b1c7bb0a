/** A dialog that asks before something is done. Its route has a loader for what the text says, and an action. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { inPlace } from '~/parts/offline/in-place';
import type { Answered } from '~/parts/offline/unreachable';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

type Confirm<Subject> = {
  title: string;
  /** Below the title. */
  description?: (subject: Subject) => string | undefined;
  text: (subject: Subject) => ReactNode;
  /** The button of the action, and what is written on it; the title where that says it already. */
  intent: string;
  label?: string;
  /** On the button while the answer is awaited. */
  pending: string;
  /** Where Cancel leads. */
  back: (subject: Subject) => string;
  /** The beginning of what is said when the server can't be reached. */
  failure: string;
};

type Loader = (args: LoaderFunctionArgs) => unknown;

/** `const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({…})`, to be exported by the route. */
export function confirm<From extends Loader>({
  title,
  description,
  text,
  intent,
  label = title,
  pending,
  back,
  failure,
}: Confirm<ReturnType<typeof useLoaderData<From>>>) {
  const meta: MetaFunction = () => [{ title: `${title} · Parts Dispatch` }];
  function ConfirmDialog() {
    const subject = useLoaderData<From>();
    const answer = useAnswer<Answered>();
    const isPending = useNavigation().state !== 'idle';
    const cancelTo = back(subject);
    return (
      <RouteDialog title={title} description={description?.(subject)} closeTo={cancelTo} size="small">
        <Form method="post" preventScrollReset>
          <Stack gap={4}>
            {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
            <p>{text(subject)}</p>
            <CancelOr
              cancelTo={cancelTo}
              size="form"
              variant="danger"
              value={intent}
              pending={isPending && pending}
            >
              {label}
            </CancelOr>
          </Stack>
        </Form>
      </RouteDialog>
    );
  }
  return { ConfirmDialog, meta, clientAction: inPlace(failure) };
}
