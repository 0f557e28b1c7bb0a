import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { TaskTrouble } from '~/components/board/task-trouble';
import { useViewLink } from '~/components/board/board-links';
import { Button } from '~/ui/button';
import { usePerson } from '~/forms/person';
import { keptIn, moveKeptInput } from '~/forms/use-kept-input';

const NEW_TASK = '/dispatcher/tasks/new';

/** Replaces a task that can't be shown. In most cases someone has deleted it. Typed input is not lost. */
export function DeletedTask() {
  const { pathname } = useLocation();
  const person = usePerson();
  const viewLink = useViewLink();
  const navigate = useNavigate();
  const [hasInput, setHasInput] = useState(false);
  useEffect(() => {
    setHasInput(keptIn(person, pathname));
  }, [person, pathname]);
  return (
    <TaskTrouble>
      {hasInput && (
        <Button
          type="button"
          variant="primary"
          onClick={() => {
            moveKeptInput(person, pathname, NEW_TASK);
            navigate(viewLink(NEW_TASK), { preventScrollReset: true });
          }}
        >
          New task with what I typed
        </Button>
      )}
    </TaskTrouble>
  );
}
