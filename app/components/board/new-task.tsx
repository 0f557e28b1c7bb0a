/** New Task in the header, at the same place on all pages of dispatchers. */
import { useNavigate } from '@remix-run/react';
import { LinkButton } from '~/ui/button';
import { useSingleKeys } from './keys';
import * as css from './new-task.css';

export const NEW_TASK = '/dispatcher/tasks/new';

export function NewTaskLink({ to }: { to: string }) {
  return (
    <LinkButton to={to} variant="primary" size="form" preventScrollReset aria-keyshortcuts="n">
      New Task
      <kbd className={css.key} aria-hidden="true">
        N
      </kbd>
    </LinkButton>
  );
}

/** The tools in the header of a page beside the board. */
export function HeaderTools() {
  const navigate = useNavigate();
  useSingleKeys({
    n: () => {
      navigate(NEW_TASK);
    },
  });
  return <NewTaskLink to={NEW_TASK} />;
}
