/** The browser's own date input, and beside it, where there is JavaScript, a calendar. */
import { lazy, Suspense, useEffect, useRef, useState, type ComponentProps, type ComponentType } from 'react';
import { Button } from './button';
import type { CalendarProps } from './calendar';
import * as css from './calendar.css';
import { Input } from './field';

type Props = Omit<ComponentProps<typeof Input>, 'type' | 'value' | 'min' | 'onChange' | 'ref'> & {
  /** Days are yyyy-mm-dd. */
  value: string;
  min: string;
  today: string;
  onChoose: (day: string) => void;
};

// Loaded when it is first asked for; where that fails, the input takes any day that is typed.
const Calendar = lazy<ComponentType<CalendarProps>>(() =>
  import('./calendar').catch(() => ({ default: Missing })),
);

const SAME_PRESS_MS = 250;

export function DateInput({ value, min, today, onChoose, ...input }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const closedAt = useRef(-Infinity);
  const [isOffered, setOffered] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    setOffered('showPopover' in HTMLElement.prototype);
  }, []);
  const button = () => field.current?.querySelector('button') ?? null;
  const close = () => {
    closedAt.current = performance.now();
    setOpen(false);
    button()?.focus();
  };
  const anchor = isOpen && button();
  return (
    <div ref={field} className={css.withButton} data-calendar={isOffered ? '' : undefined}>
      <Input
        {...input}
        type="date"
        min={min}
        value={value}
        suppressHydrationWarning
        onChange={(event) => {
          onChoose(event.target.value);
        }}
      />
      {isOffered && (
        <Button
          type="button"
          aria-label="Open the calendar"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => {
            // The press that closed it, as one outside of it, is this click's own.
            if (performance.now() - closedAt.current > SAME_PRESS_MS) setOpen(true);
          }}
        >
          <span aria-hidden="true">▦</span>
        </Button>
      )}
      {anchor && (
        <Suspense fallback={null}>
          <Calendar
            value={value}
            min={min}
            today={today}
            anchor={anchor}
            onClose={close}
            onChoose={(day) => {
              onChoose(day);
              close();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function Missing({ onClose }: CalendarProps) {
  useEffect(onClose, [onClose]);
  return null;
}
