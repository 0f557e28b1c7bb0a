import { Form, useNavigation } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { useCallback, useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';
import { movableText, type Counts } from '~/domain/tasks/model/counts';
import type { TaskCard } from '~/domain/tasks/model/task';
import { canMove, MoveFields, moveBarClass, tasksText } from '~/components/task-list/movable-list';
import type { MenuEntry } from '~/ui/action-menu';
import { Button, buttonLook, LinkButton, PhoneLink } from '~/ui/button';
import * as css from './list.css';
import { LIST_FORM } from './stop-line';
import { moveEntries, statusEntries, type Act, type DriverChoice } from './stop-menu';

type Props = {
  tasks: TaskCard[];
  drivers: DriverChoice[];
  owner: number | null;
  act: Act;
  chosen: ReturnType<typeof useChosen>;
  counts: Counts;
  phone: string | null;
  printTo: string;
  onMenu: (menu: { anchor: HTMLElement; label: string; entries: MenuEntry[] }) => void;
};

/** Buttons for the chosen tasks, or for the whole list. */
export function ListBar(props: Props) {
  const { tasks, drivers, owner, chosen, counts, phone, printTo } = props;
  const hydrated = useHydrated();
  const hasMovable = tasks.some(canMove);
  return (
    <Form id={LIST_FORM} method="post" preventScrollReset className={`${moveBarClass} ${css.foot}`}>
      {hydrated ? (
        <LiveButtons {...props} hasMovable={hasMovable} />
      ) : (
        hasMovable && <MoveFields drivers={drivers} owner={owner} chosen={chosen.count} counts={counts} />
      )}
      <div className={css.barEnd}>
        <LinkButton to={printTo} target="_blank" rel="noreferrer">
          Print run sheet
        </LinkButton>
        {phone && (
          <PhoneLink phone={phone} {...buttonLook({})}>
            Call
          </PhoneLink>
        )}
      </div>
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
  const what = count > 0 ? `Move ${tasksText(count)} to…` : `Move ${movableText(counts)} to…`;
  return (
    <>
      {(count > 0 || movable > 1) && (
        <Button
          type="button"
          aria-haspopup="menu"
          pending={isMoving && 'Moving...'}
          onClick={(event) => {
            open(what, entries())(event);
          }}
        >
          {what}
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

const taskBoxes = (place: ParentNode | null) => [
  ...(place?.querySelectorAll<HTMLInputElement>('input[name="taskIds"][type="checkbox"]') ?? []),
];

/**
 * The checked tasks of the list. The checkboxes are fields of a form, so they work before hydration and no row renders.
 * @param shown must change when other tasks are listed.
 */
export function useChosen(list: RefObject<HTMLElement>, shown: unknown, answer: unknown) {
  const [count, setCount] = useState(0);
  const anchor = useRef<Element | null>(null);
  const ticked = useRef(new Set<string>());
  const recount = useCallback(() => {
    for (const all of list.current?.querySelectorAll<HTMLInputElement>('input[data-all]') ?? []) {
      const boxes = taskBoxes(all.closest('li'));
      const chosen = boxes.filter(({ checked }) => checked).length;
      all.checked = boxes.length > 0 && chosen === boxes.length;
      all.indeterminate = chosen > 0 && chosen < boxes.length;
    }
    const chosen = taskBoxes(list.current).filter(({ checked }) => checked);
    ticked.current = new Set(chosen.map(({ value }) => value));
    setCount(chosen.length);
  }, [list]);
  useEffect(() => {
    // React may make a moved row anew, without its checkmarks.
    for (const box of taskBoxes(list.current)) if (ticked.current.has(box.value)) box.checked = true;
    recount();
  }, [list, recount, shown]);

  const tick = useCallback((places: Iterable<Element | null>, checked: boolean) => {
    for (const place of places) for (const box of taskBoxes(place)) box.checked = checked;
  }, []);
  const clear = useCallback(() => {
    tick([list.current], false);
    recount();
  }, [list, tick, recount]);
  useForgetting(clear, answer);

  /** Handles a click in the list. With Shift it checks all stops from the last clicked one. */
  const click = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      const target = event.target instanceof Element ? event.target : null;
      const item = target?.closest('li[data-stop]') ?? null;
      const box = target?.closest<HTMLInputElement>('input[type="checkbox"]') ?? null;
      if (!item || (!box && !event.shiftKey)) return;
      const checked = box ? box.checked : true;
      if (box && 'all' in box.dataset) tick([item], checked);
      if (event.shiftKey) {
        if (!box) event.preventDefault();
        const items = [...(item.parentElement?.children ?? [])];
        const from = anchor.current ? items.indexOf(anchor.current) : -1;
        const ends = [from < 0 ? items.indexOf(item) : from, items.indexOf(item)].sort((a, b) => a - b);
        tick(items.slice(ends[0], (ends[1] ?? 0) + 1), checked);
      }
      anchor.current = item;
      recount();
    },
    [tick, recount],
  );
  const ids = () =>
    taskBoxes(list.current)
      .filter(({ checked }) => checked)
      .map(({ value }) => Number(value));
  const toggleAll = () => {
    tick(
      [list.current],
      taskBoxes(list.current).some(({ checked }) => !checked),
    );
    recount();
  };
  return { count, click, recount, ids, toggleAll };
}

/** Clears the choice after a success, and keeps it after a refusal. */
function useForgetting(clear: () => void, answer: unknown): void {
  const { state, formMethod } = useNavigation();
  const wasSent = useRef(false);
  useEffect(() => {
    if (formMethod === 'POST') wasSent.current = true;
    if (state !== 'idle' || !wasSent.current) return;
    wasSent.current = false;
    if (answer === undefined) clear();
  }, [state, formMethod, answer, clear]);
}
