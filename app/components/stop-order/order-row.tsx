import { memo, type FormEvent, type ReactNode } from 'react';
import type { Direction } from '~/domain/tasks/model/schema';
import { Button } from '~/ui/button';
import * as css from './order.css';
import { isSameStop, placeOf, type Look, type StopTasks } from './stops';

/** The handle and the buttons that move a stop; empty for a stop that can't be moved. */
export type Grips = { handle?: ReactNode; buttons?: ReactNode };

type Props = {
  stop: StopTasks;
  /** The text of the first rendering. After that `usePositions` updates it. */
  number: string;
  isFirst: boolean;
  isLast: boolean;
  handle: ReactNode;
  look: Look;
  /** The form's path without JavaScript. */
  action: string;
  /** Called instead of sending the form. */
  onMove: ((place: string, direction: Direction) => void) | undefined;
  row: (stop: StopTasks, grips: Grips) => ReactNode;
};

const COMPARED = ['isFirst', 'isLast', 'handle', 'look', 'action', 'onMove', 'row'] as const;

/** A row of the list. It renders when its stop changes, but not when other stops move. */
export const OrderRow = memo(
  ({ row, handle, ...buttons }: Props) =>
    row(buttons.stop, { handle, buttons: <MoveButtons {...buttons} /> }),
  (was, is) => isSameStop(was.stop, is.stop) && COMPARED.every((key) => was[key] === is[key]),
);

const LABELS: Record<Look, Record<Direction, string>> = {
  touch: { top: 'Move to top', up: 'Move up', down: 'Move down' },
  dense: { top: 'To top', up: 'Up', down: 'Down' },
};
const SIGNS: Record<Direction, string> = { up: '↑', down: '↓', top: '⤒' };

/** Moves a stop without dragging. */
function MoveButtons({ look, action, stop, number, isFirst, isLast, onMove }: Omit<Props, 'row' | 'handle'>) {
  const [{ id, location }] = stop;
  const move = (event: FormEvent) => {
    const button = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
    if (!onMove || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    onMove(placeOf(stop), button.value as Direction);
  };
  const button = (direction: Direction) => (
    <Button
      size={look === 'touch' ? 'touch' : undefined}
      name="direction"
      value={direction}
      disabled={direction === 'down' ? isLast : isFirst}
      aria-label={`${LABELS[look][direction]}: ${location}`}
      title={LABELS[look][direction]}
    >
      <span aria-hidden="true">{SIGNS[direction]}</span>
    </Button>
  );
  return (
    <form
      method="post"
      action={action}
      className={css.moves[look]}
      data-moves={placeOf(stop)}
      onSubmit={move}
    >
      <input type="hidden" name="intent" value="moveStop" />
      <input type="hidden" name="taskId" value={id} />
      {button('top')}
      {button('up')}
      <span className={css.position} data-position>
        {number}
      </span>
      {button('down')}
    </form>
  );
}
