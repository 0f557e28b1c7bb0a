/**
 * A month to choose a day from (WAI-ARIA date picker dialog). It is in the top layer, beside the button that opened it.
 */
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { Button } from './button';
import * as css from './calendar.css';
import { addDays, addMonths, dayWords, monthWords, weekday, WEEKDAYS, weeksOf } from './days';
import * as icon from './icon.css';

export type CalendarProps = {
  /** Days are yyyy-mm-dd. Empty without a chosen day. */
  value: string;
  /** Earlier days can't be chosen. */
  min: string;
  today: string;
  anchor: HTMLElement;
  onChoose: (day: string) => void;
  onClose: () => void;
};

export default function Calendar({ value, min, today, anchor, onChoose, onClose }: CalendarProps) {
  const panel = useRef<HTMLDivElement>(null);
  const heading = useId();
  const [day, setDay] = useState(value >= min ? value : today >= min ? today : min);
  const [isFollowing, setFollowing] = useState(true);
  const close = useRef(onClose);
  close.current = onClose;
  usePlace(panel, anchor, close);
  useEffect(() => {
    if (isFollowing) panel.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus();
  }, [day, isFollowing]);

  const go = (to: string, follow: boolean) => {
    setFollowing(follow);
    setDay(to < min ? min : to);
  };
  const press = (event: KeyboardEvent) => {
    const to = stepTo(day, event);
    if (to !== null) {
      event.preventDefault();
      go(to, true);
    }
  };

  return (
    <div ref={panel} className={css.panel} role="dialog" aria-modal="true" aria-label="Choose a day">
      <div className={css.head}>
        <Button
          type="button"
          aria-label="Previous month"
          disabled={day.slice(0, 7) <= min.slice(0, 7)}
          onClick={() => {
            go(addMonths(day, -1), false);
          }}
        >
          <span aria-hidden="true" className={icon.chevronLeft} />
        </Button>
        <h3 id={heading} className={css.month} aria-live="polite">
          {monthWords(day)}
        </h3>
        <Button
          type="button"
          aria-label="Next month"
          onClick={() => {
            go(addMonths(day, 1), false);
          }}
        >
          <span aria-hidden="true" className={icon.chevronRight} />
        </Button>
      </div>
      <table role="grid" aria-labelledby={heading} className={css.grid} onKeyDown={press}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={week.join()}>
              {week.map((each, index) => (
                <td key={each ?? index} aria-selected={each === null ? undefined : each === value}>
                  {each !== null && (
                    <button
                      type="button"
                      className={css.day}
                      tabIndex={each === day ? 0 : -1}
                      disabled={each < min}
                      aria-label={dayWords(each)}
                      aria-current={each === today ? 'date' : undefined}
                      data-chosen={each === value ? '' : undefined}
                      onClick={() => {
                        onChoose(each);
                      }}
                    >
                      {Number(each.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function stepTo(day: string, { key, shiftKey }: KeyboardEvent): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday(day));
    case 'End':
      return addDays(day, 6 - weekday(day));
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return null;
  }
}

function keepInside(panel: HTMLElement, event: globalThis.KeyboardEvent): void {
  const stops = [...panel.querySelectorAll<HTMLElement>('button:enabled:not([tabindex="-1"])')];
  const end = event.shiftKey ? stops[0] : stops[stops.length - 1];
  if (document.activeElement !== end) return;
  event.preventDefault();
  (event.shiftKey ? stops[stops.length - 1] : stops[0])?.focus();
}

const GAP_PX = 4;

/**
 * Places the calendar in the top layer, where no dialog cuts it off. It is below the anchor or, without space there,
 * above it.
 */
function usePlace(panel: RefObject<HTMLElement>, anchor: HTMLElement, close: RefObject<() => void>): void {
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    const place = () => {
      const near = anchor.getBoundingClientRect();
      const { width, height } = element.getBoundingClientRect();
      const below = near.bottom + GAP_PX;
      const top = below + height > window.innerHeight ? near.top - height - GAP_PX : below;
      const right = window.innerWidth - width - GAP_PX;
      element.style.top = `${String(Math.max(GAP_PX, top))}px`;
      element.style.left = `${String(Math.max(GAP_PX, Math.min(near.right - width, right)))}px`;
    };
    const toggled = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') close.current?.();
    };
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Tab') keepInside(element, event);
      if (event.key !== 'Escape') return;
      // The dialog below must not close.
      event.preventDefault();
      event.stopPropagation();
      close.current?.();
    };
    element.setAttribute('popover', 'auto');
    element.showPopover();
    place();
    element.addEventListener('toggle', toggled);
    element.addEventListener('keydown', press);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      element.removeEventListener('toggle', toggled);
      element.removeEventListener('keydown', press);
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  }, [panel, anchor, close]);
}
