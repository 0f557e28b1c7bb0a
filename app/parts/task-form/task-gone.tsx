import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { DialogTrouble } from '~/parts/board/dialog-trouble';
import { useViewLink } from '~/parts/board/use-view-link';
import { Button } from '~/ui/button';
import { keptIn, moveKeptInput } from './use-kept-input';

const NEW_TASK = '/dispatcher/tasks/new';
const GONE = {
  title: 'Task not found',
  text: 'This task has been deleted. Whoever deleted it can undo that for a minute, and it is back here then.',
};

/** In place of a task that can't be shown, mostly because somebody has deleted it: what was typed is not lost. */
export function TaskGone() {
  const { pathname } = useLocation();
  const viewLink = useViewLink();
  const navigate = useNavigate();
  const [hasInput, setHasInput] = useState(false);
  useEffect(() => {
    setHasInput(keptIn(pathname));
  }, [pathname]);
  return (
    <DialogTrouble gone={GONE}>
      {hasInput && (
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
    </DialogTrouble>
  );
}
