import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useViewLink } from '~/parts/board/use-view-link';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { useFailure } from '~/ui/failure';
import { Inline, Stack } from '~/ui/layout';
import { TryAgain } from '~/ui/try-again';
import { keptIn, moveKeptInput } from './use-kept-input';

const NEW_TASK = '/dispatcher/tasks/new';

/** In place of a task that can't be shown: mostly because somebody has deleted it. */
export function TaskGone() {
  const error = useRouteError();
  const isGone = isRouteErrorResponse(error) && error.status === 404;
  const failure = useFailure(error, {
    title: 'Something went wrong',
    text: 'The task could not be shown. Nothing that was saved is lost.',
  });
  const { pathname } = useLocation();
  const viewLink = useViewLink();
  const navigate = useNavigate();
  const [hasInput, setHasInput] = useState(false);
  useEffect(() => {
    setHasInput(keptIn(pathname));
  }, [pathname]);
  const closeTo = viewLink('/dispatcher');
  return (
    <RouteDialog title={isGone ? 'Task not found' : failure.title} closeTo={closeTo} size="small">
      <Stack gap={4}>
        <p>
          {isGone
            ? 'This task has been deleted. Whoever deleted it can undo that for a minute, and it is back here then.'
            : failure.text}
        </p>
        {!isGone && <TryAgain />}
        <Inline>
          <LinkButton to={closeTo} preventScrollReset>
            Close
          </LinkButton>
          {isGone && hasInput && (
            <Button
              type="button"
              variant="primary"
              onClick={() => {
                moveKeptInput(pathname, NEW_TASK);
                navigate(viewLink(NEW_TASK), { preventScrollReset: true });
              }}
            >
              New task with what I typed
            </Button>
          )}
        </Inline>
      </Stack>
    </RouteDialog>
  );
}
