import { Form, useNavigation } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { Counts } from '~/domain/tasks/model/counts';
import type { TaskCard } from '~/domain/tasks/model/task';
import { movableText, MoveFields, tasksText } from '~/components/task-list/movable-list';
import type { MenuEntry } from '~/ui/action-menu';
import { Button } from '~/ui/button';
import * as css from './list.css';
import { LIST_FORM } from './stop-line';
import { moveEntries, statusEntries, type Act, type DriverChoice } from './stop-menu';
import type { useChosen } from '~/components/task-list/use-chosen';
import { isMovable } from '~/domain/tasks/model/office-statuses';

type Props = {
  tasks: TaskCard[];
  drivers: DriverChoice[];
  owner: number | null;
  act: Act;
  chosen: ReturnType<typeof useChosen>;
  counts: Counts;
  onMenu: (menu: { anchor: HTMLElement; label: string; entries: MenuEntry[] }) => void;
};

/** Buttons for the chosen tasks, or for the whole list. */
export function ListBar(props: Props) {
  const { tasks, drivers, owner, chosen, counts } = props;
  const hydrated = useHydrated();
  const hasMovable = tasks.some(isMovable);
  return (
    <Form id={LIST_FORM} method="post" preventScrollReset className={css.bar}>
      {hydrated ? (
        <LiveButtons {...props} hasMovable={hasMovable} />
      ) : (
        hasMovable && <MoveFields drivers={drivers} owner={owner} chosen={chosen.count} counts={counts} />
      )}
    </Form>
  );
}

function LiveButtons(props: Props & { hasMovable: boolean }) {
  const { drivers, owner, act, chosen, counts, onMenu, hasMovable } = props;
  const isMoving = useNavigation().formData?.has('driver_id') ?? false;
  const movable = counts.open - counts.linked;
  if (!hasMovable && movable === 0) return null;
  const { count } = chosen;
  const open = (label: string, entries: MenuEntry[]) => (event: { currentTarget: HTMLElement }) => {
    onMenu({ anchor: event.currentTarget, label, entries });
  };
  const moveAll: Act = (_, __, fields) => {
    act('moveList', [], fields);
  };
  const choices = { drivers, owner };
  const entries = () =>
    count > 0
      ? moveEntries(chosen.ids(), { ...choices, act })
      : moveEntries([], { ...choices, act: moveAll });
  const [all = '', ofWhat = ''] = movableText(counts).split(/(?= open )/);
  const what = count > 0 ? `Move ${tasksText(count)} to…` : `Move ${all}${ofWhat} to…`;
  return (
    <>
      {(count > 0 || movable > 1) && (
        <Button
          type="button"
          aria-haspopup="menu"
          // A hidden part of the text adds a space before the dots.
          aria-label={isMoving ? undefined : what}
          pending={isMoving && 'Moving...'}
          onClick={(event) => {
            open(what, entries())(event);
          }}
        >
          {count > 0 ? (
            what
          ) : (
            <span>
              Move {all}
              <span className={css.long}>{ofWhat} to</span>…
            </span>
          )}
        </Button>
      )}
      {count > 0 && (
        <Button
          type="button"
          aria-haspopup="menu"
          onClick={(event) => {
            open('Change status to', statusEntries(chosen.ids(), act))(event);
          }}
        >
          Change status…
        </Button>
      )}
    </>
  );
}
