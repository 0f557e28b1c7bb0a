/** A driver's tasks of one status, grouped by stop. They can be ordered, moved and changed within the list. */
import {
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from 'remix-utils/use-hydrated';
import { useFormAction } from '@remix-run/react';
import type { Counts } from '~/domain/tasks/model/counts';
import type { TaskCard } from '~/domain/tasks/model/task';
import type { Direction } from '~/domain/tasks/model/schema';
import {
  isSortable,
  moved,
  placeOf,
  stopsOf,
  type StopTasks,
  inOrder,
  orderForm,
  sendOrder,
  type KeyedOrder,
} from '~/components/stop-order/stops';
import { useMovedKeys, rowsOf, useNumbers } from '~/components/stop-order/order-list';
import type { ActionMenuProps, MenuEntry } from '~/ui/action-menu';
import { lazyOr } from '~/ui/lazy-or';
import { useZone } from '~/ui/time';
import { VisuallyHidden } from '~/ui/layout';
import { newKey } from '~/forms/new-key';
import { useSave } from '~/forms/use-save';
import * as css from './list.css';
import { useChosen } from '~/components/task-list/use-chosen';
import { ListBar } from './list-bar';
import { StopLine } from './stop-line';
import { stopEntries, useAct, useLeaving, type DriverChoice } from './stop-menu';
import { useStopDrag } from './use-stop-drag';
import { isUnderWay } from '~/domain/tasks/model/statuses';
import { isMovable } from '~/domain/tasks/model/office-statuses';

// Without a connection there is no menu. The links to tasks and dialogs still work.
const ActionMenu = lazyOr<ActionMenuProps>(() => import('~/ui/action-menu'));

type Props = {
  tasks: TaskCard[];
  /** True when the list has an order. Each move is saved. */
  sorts: boolean;
  drivers: DriverChoice[];
  /** The id of the list's driver; null for the unassigned list. */
  owner: number | null;
  /** Buttons for the whole list, shown while nothing is chosen. */
  tools: ReactNode;
  /** The counts of the driver's tasks in all lists. */
  counts: Counts;
  /** The search for links to its tasks. It has the way back and the board's view. */
  back: string;
  copyTo: (task: TaskCard) => string;
  /** The path of the run sheet for all tasks or for some. */
  printTo: (tasks?: TaskCard[]) => string;
  answer: unknown;
};

type OpenMenu = { anchor: HTMLElement; label: string; entries: MenuEntry[] };

export function DriverList(props: Props) {
  const { tasks, sorts, drivers, owner, tools, counts, back, copyTo, printTo, answer } = props;
  const isLive = useHydrated();
  const list = useRef<HTMLOListElement>(null);
  const { tasks: ordered, arrange } = useSavedOrder(tasks);
  const leaving = useLeaving();
  const stops = useMemo(() => stopsOf(ordered), [ordered]);
  // The other stops are hidden but not removed, so that they are back with their checkmarks after a refusal.
  const staying = stops.filter((stop) => !stop.every(({ id }) => leaving.has(id)));
  const chosen = useChosen(list, stops, answer);
  const act = useAct();
  const zone = useZone();
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [said, setSaid] = useState('');
  const { keyOf, noteMove } = useMovedKeys('dense');
  const focusPlace = useKeptPlace(list);
  useNumbers(list);
  const { most, showRest } = useFirstOnes(isLive);

  const choosable = tasks.filter(isMovable).length;
  const movable = staying.filter(isSortable);
  const going = staying.filter(([{ status }]) => isUnderWay({ status }));
  const move = (stop: StopTasks, to: Direction | number) => {
    const next = moved(movable, stop, to);
    const index = next.indexOf(stop);
    if (index === movable.indexOf(stop)) return;
    focusPlace.current = placeOf(stop);
    if (index < movable.indexOf(stop) - 1) noteMove(stop);
    arrange(
      [...going, ...next].flat(),
      stop.map(({ id }) => id),
    );
    setSaid(
      `${stop[0].location} is now stop ${String(going.length + index + 1)} of ${String(going.length + next.length)}`,
    );
  };
  const stopAt = (place: string | undefined) => stops.find((stop) => placeOf(stop) === place);
  const drag = useStopDrag({
    sorts,
    onSort: (place, index) => {
      const stop = stopAt(place);
      if (stop) move(stop, index);
    },
    onGive: (place, driverId) => {
      const stop = stopAt(place);
      if (stop && driverId !== owner)
        act(
          'moveTasks',
          stop.map(({ id }) => id),
          { driver_id: driverId === null ? 'unassigned' : String(driverId) },
        );
    },
  });
  const choices = { act, drivers, owner };
  const openMenu = (button: HTMLElement) => {
    const stop = stopAt(button.closest<HTMLElement>('[data-stop]')?.dataset.stop);
    if (!stop) return;
    const one = stop.find(({ id }) => String(id) === button.dataset.menu);
    setMenu({
      anchor: button,
      label: button.getAttribute('aria-label') ?? '',
      entries: stopEntries({
        ...choices,
        tasks: one ? [one] : stop,
        zone,
        move:
          sorts && !one && isSortable(stop) && movable.length > 1
            ? (to) => {
                move(stop, to);
              }
            : null,
        taskTo: ({ id }) => `/dispatcher/tasks/${String(id)}${back}`,
        candidatesTo: ({ id }) => `/dispatcher/tasks/${String(id)}/candidates${back}`,
        copyTo,
        printTo,
      }),
    });
  };
  const click = (event: MouseEvent<HTMLElement>) => {
    const button = event.target instanceof Element ? event.target.closest('[data-menu]') : null;
    if (button instanceof HTMLElement) openMenu(button);
    else chosen.click(event);
  };
  const close = useCallback(() => {
    setMenu(null);
  }, []);
  const typePosition = (event: FormEvent<HTMLElement>) => {
    const field = (event.target as HTMLElement).querySelector<HTMLInputElement>('[name="position"]');
    const stop = stopAt(field?.closest<HTMLElement>('[data-stop]')?.dataset.stop);
    const position = Number(field?.value);
    if (!field || !stop || !sorts) return;
    event.preventDefault();
    if (Number.isInteger(position) && position > 0) {
      // The typed number is accepted, so `useNumbers` may show the real number again.
      field.defaultValue = field.value;
      move(stop, Math.min(Math.max(position - 1 - going.length, 0), movable.length - 1));
    } else field.value = field.defaultValue;
  };
  const arrow = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event;
    if (!(target instanceof HTMLInputElement) || target.name !== 'position') return;
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    const stop = stopAt(target.closest<HTMLElement>('[data-stop]')?.dataset.stop);
    if (stop) move(stop, key === 'ArrowUp' ? 'up' : 'down');
  };

  return (
    <>
      <div className={css.toolbar} data-chosen={chosen.count > 0 ? '' : undefined}>
        {choosable > 1 && (
          <label className={css.all} title="Select all">
            <input
              type="checkbox"
              checked={chosen.count === choosable}
              onChange={() => {
                showRest();
                chosen.toggleAll();
              }}
            />
            <span className={css.long}>Select all</span>
          </label>
        )}
        <div className={css.tools}>{tools}</div>
        <ListBar {...choices} tasks={tasks} chosen={chosen} counts={counts} onMenu={setMenu} />
      </div>
      <div
        role="presentation"
        className={css.rows}
        onClick={click}
        onChange={chosen.recount}
        onSubmit={typePosition}
        onKeyDown={arrow}
        onPointerDown={drag}
      >
        <ol ref={list} className={sorts ? css.list : `${css.list} ${css.unordered}`}>
          {stops.slice(0, most).map((stop, index) => (
            <StopLine
              key={keyOf(stop)}
              stop={stop}
              number={index + 1}
              isLeaving={leaving.size > 0 && !staying.includes(stop)}
              sorts={sorts}
              isLive={isLive}
              back={back}
            />
          ))}
        </ol>
      </div>
      <div aria-live="polite">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
      {menu && (
        <Suspense fallback={null}>
          <ActionMenu {...menu} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** More than a window of usual height shows. */
const FIRST_STOPS = 20;

/**
 * The first stops are shown with the panel and the rest right after them, because a list of 75 takes an old PC long.
 * @param isLive false while React takes over a page that has all stops.
 */
function useFirstOnes(isLive: boolean) {
  const [most, setMost] = useState(isLive ? FIRST_STOPS : Infinity);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setMost(Infinity);
    });
    return () => {
      window.clearTimeout(timer);
    };
  }, []);
  const showRest = () => {
    flushSync(() => {
      setMost(Infinity);
    });
  };
  return { most, showRest };
}

type Place = { element: HTMLElement; stop: string | undefined; index: number; what: string };

/**
 * Keeps the focus in the list when a row moves or leaves, even if a colleague moves it. It goes to the same row, or to
 * the row that took its place.
 * @returns the key of the stop that is being moved. The caller sets it.
 */
function useKeptPlace(list: RefObject<HTMLElement>) {
  const moving = useRef<string | null>(null);
  const last = useRef<Place | null>(null);
  useEffect(() => {
    const note = ({ target, type }: Event) => {
      // A menu belongs to its row, so the focus has not left the row.
      if (!(target instanceof HTMLElement) || target.closest('[role="menu"]')) return;
      const item = target.closest<HTMLElement>('li[data-stop]');
      const isInList = type === 'focusin' && item !== null && item.parentElement === list.current;
      last.current = isInList
        ? {
            element: target,
            stop: item.dataset.stop,
            index: rowsOf(list.current).indexOf(item),
            what: 'menu' in target.dataset ? '[data-menu]' : '[name="position"], [data-row]',
          }
        : null;
    };
    // A press forgets the place, because it may leave the list on purpose. If it focuses a row, `focusin` notes that
    // row.
    document.addEventListener('pointerdown', note);
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('pointerdown', note);
      document.removeEventListener('focusin', note);
    };
  }, [list]);
  // Runs after every rendering, because any change can remove the focused row.
  useEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const rows = rowsOf(list.current);
    const { element, stop, index, what } = last.current;
    const wanted = moving.current ?? stop;
    const row =
      rows.find((each) => each instanceof HTMLElement && each.dataset.stop === wanted) ??
      rows[Math.min(index, rows.length - 1)];
    if (moving.current === null && row?.contains(element)) {
      element.focus({ preventScroll: true });
      return;
    }
    const next = row?.querySelector<HTMLElement>(what) ?? row?.querySelector<HTMLElement>('[data-row]');
    (next ?? list.current?.closest('dialog')?.querySelector<HTMLElement>('h2'))?.focus();
    moving.current = null;
  });
  return moving;
}

const SOON_MS = 50;

/**
 * An order that saves itself. Each move is shown at once, and moves are sent one after the other.
 * @param tasks in the server's order.
 * @returns the tasks in the new order, and `arrange`, which sets the order of the active ones.
 */
function useSavedOrder(tasks: TaskCard[]) {
  const action = useFormAction();
  const [wanted, setWanted] = useState<KeyedOrder | null>(null);
  // The page's own submission may have reached the server; the key makes both count once.
  const sendBeside = (order: KeyedOrder) => {
    sendOrder(action, order);
  };
  const sent = useSave({
    next: wanted,
    unsaved: () => wanted,
    toForm: orderForm,
    options: { action, preventScrollReset: true, replace: true },
    // Sends after the list has been painted, and once for several fast moves.
    pauseMs: SOON_MS,
    // Keeps a newer order that was made in the meantime.
    onEnd: (saved) => {
      setWanted((latest) => (latest === saved ? null : latest));
    },
    sendBeside,
    onCanceled: sendBeside,
  });

  /**
   * The order that the next change starts from. A sent order is saved before the next one. If it gets lost, the next
   * one also contains its moves.
   */
  const baseAfter = (before: KeyedOrder | null) => (before === sent.current ? before?.order : before?.base);

  const shown = useMemo(() => (wanted ? inOrder(tasks, wanted.order) : tasks), [tasks, wanted]);
  const arrange = (active: TaskCard[], movedIds: number[]) => {
    const key = newKey();
    const order = active.map(({ id }) => id);
    const listed = tasks.map(({ id }) => id).filter((id) => order.includes(id));
    setWanted((before) => {
      const moved = [...new Set([...(before?.moved ?? []), ...movedIds])];
      return { order, base: baseAfter(before) ?? listed, moved, key };
    });
  };
  return { tasks: shown, arrange };
}
