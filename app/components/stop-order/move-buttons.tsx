import { Form } from '@remix-run/react';
import { useEffect, useRef, type FormEvent } from 'react';
import type { Direction } from '~/domain/tasks/schema';
import { Button } from '~/ui/button';
import * as css from './order.css';
import type { StopTasks } from './stops';

/** `thumb` is for drivers. */
export type Look = 'thumb' | 'dense';
type Place = { index: number; count: number };

type Props = {
  look: Look;
  action: string;
  stop: StopTasks;
  place: Place;
  /** In place of sending the form. */
  onMove: ((direction: Direction) => void) | undefined;
};

const LABELS: Record<Look, Record<Direction, string>> = {
  thumb: { top: 'Move to top', up: 'Move up', down: 'Move down' },
  dense: { top: 'To top', up: 'Up', down: 'Down' },
};
const SIGNS: Record<Direction, string> = { up: '↑', down: '↓', top: '⤒' };

/** The way for those who can't drag. Up again and again is one button under the thumb. */
export function MoveButtons({ look, action, stop: [first], place: { index, count }, onMove }: Props) {
  const { form, pressed } = useKeptFocus(index);
  const move = (event: FormEvent) => {
    const button = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
    if (!onMove || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const direction = button.value as Direction;
    pressed.current = direction;
    onMove(direction);
  };
  const button = (direction: Direction) => (
    <Button
      size={look === 'thumb' ? 'thumb' : undefined}
      name="direction"
      value={direction}
      disabled={direction === 'down' ? index === count - 1 : index === 0}
      aria-label={`${LABELS[look][direction]}: ${first.location}`}
      title={LABELS[look][direction]}
    >
      <span aria-hidden="true">{SIGNS[direction]}</span>
    </Button>
  );
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      className={css.moves[look]}
      preventScrollReset
      replace
      onSubmit={move}
    >
      <input type="hidden" name="intent" value="moveStop" />
      <input type="hidden" name="taskId" value={first.id} />
      {button('top')}
      {button('up')}
      <span className={css.position}>
        {index + 1} of {count}
      </span>
      {button('down')}
    </Form>
  );
}

/** A row that moves takes its buttons along, and the browser then forgets which one had the focus. */
function useKeptFocus(index: number) {
  const form = useRef<HTMLFormElement>(null);
  const pressed = useRef<Direction | null>(null);
  useEffect(() => {
    if (!pressed.current) return;
    const buttons = [...(form.current?.querySelectorAll('button') ?? [])].filter(({ disabled }) => !disabled);
    (buttons.find(({ value }) => value === pressed.current) ?? buttons[0])?.focus({ preventScroll: true });
    pressed.current = null;
  }, [index]);
  return { form, pressed };
}
