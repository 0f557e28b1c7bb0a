import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import type { ReactNode } from 'react';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { useFailure } from '~/ui/failure';
import { Inline, Stack } from '~/ui/layout';
import { TryAgain } from '~/ui/try-again';
import { useViewLink } from './use-view-link';

type Props = {
  /** What to say when that which the dialog is about is not there any more. */
  gone: { title: string; text: string };
  /** The page below, where that is not the board. */
  closeTo?: string;
  /** What can be done about that, beside Close. */
  children?: ReactNode;
};

/** In place of a dialog that can't be shown: the page behind it stays as it is. */
export function DialogTrouble({ gone, closeTo: below, children }: Props) {
  const error = useRouteError();
  const isGone = isRouteErrorResponse(error) && error.status === 404;
  const failure = useFailure(error, {
    title: 'Something went wrong',
    text: 'This could not be shown. Nothing that was saved is lost.',
  });
  const { title, text } = isGone ? gone : failure;
  const board = useViewLink()('/dispatcher');
  const closeTo = below ?? board;
  return (
    <RouteDialog title={title} closeTo={closeTo} size="small">
      <Stack gap={4}>
        <p>{text}</p>
        {!isGone && <TryAgain />}
        <Inline>
          <LinkButton to={closeTo} preventScrollReset>
            Close
          </LinkButton>
          {isGone && children}
        </Inline>
      </Stack>
    </RouteDialog>
  );
}
