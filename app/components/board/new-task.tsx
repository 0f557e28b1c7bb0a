/** New Task in the header, at the same place on all pages of dispatchers. */
import { LinkButton } from '~/ui/button';
import * as css from './new-task.css';

export const NEW_TASK = '/dispatcher/tasks/new';

type Props = {
  to: string;
  /** True where n opens it. Elsewhere the space for the key stays. */
  hasKey?: boolean;
};

export const NewTaskLink = ({ to, hasKey }: Props) => (
  <LinkButton
    to={to}
    variant="primary"
    size="form"
    preventScrollReset
    aria-keyshortcuts={hasKey ? 'n' : undefined}
  >
    New Task
    <kbd className={hasKey ? css.key : css.noKey} aria-hidden="true">
      N
    </kbd>
  </LinkButton>
);

/** The tools in the header of a page beside the board. */
export const HeaderTools = () => <NewTaskLink to={NEW_TASK} />;
