/** The browser's own date input. With JavaScript it has a calendar beside it. */
import { Suspense, useEffect, useRef, useState, type ComponentProps } from 'react';
import { Button } from './button';
import type { CalendarProps } from './calendar';
import { lazyOr } from './lazy-or';
import * as css from './calendar.css';
import { Input } from './field';

type Props = Omit<ComponentProps<typeof Input>, 'type' | 'value' | 'min' | 'onChange' | 'ref'> & {
  /** Days are yyyy-mm-dd. */
  value: string;
  min: string;
  today: string;
  onChoose: (day: string) => void;
};

// The calendar is loaded when it is first opened. If that fails, a day can still be typed.
const Calendar = lazyOr<CalendarProps>(() => import('./calendar'), Missing);

export function DateInput({ value, min, today, onChoose, ...input }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  const [isOffered, setOffered] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    setOffered('showPopover' in HTMLElement.prototype);
  }, []);
  const button = () => field.current?.querySelector('button') ?? null;
  const close = () => {
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
          onPointerDown={() => {
            // This press closes an open calendar, because it is outside of it. The click must not open it again.
            wasOpen.current = isOpen;
          }}
          onClick={() => {
            setOpen(!wasOpen.current);
            wasOpen.current = false;
          }}
        />
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
