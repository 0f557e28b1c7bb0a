import { useEffect, useId, useState } from 'react';
import { needByNotice, needByShown } from '~/domain/tasks/model/problems';
import { hourLabel, HOURS, suggestedHour, wallClock, zoneName } from '~/domain/kernel/time';
import { DateInput } from '~/ui/date-input';
import { Field, Select } from '~/ui/field';
import type { FieldState } from '~/forms/text-field';
import * as css from './task-form.css';

type Props = {
  date: FieldState;
  hour: FieldState;
  zone: string;
  /** The stored day and hour. They need no warning. */
  stored: string | null;
};

const hourText = (day: string, now: Date, zone: string) => {
  const hour = suggestedHour(day, now, zone);
  return hour === null ? '' : String(hour);
};

/** Day and hour in the business' time zone. Choosing a day suggests the next full hour. */
export function NeedByFields({ date, hour, zone, stored }: Props) {
  const noticeId = useId();
  const now = useNow();
  const today = wallClock(now, zone).date;
  const [day, setDay] = useState(date.initialValue ?? '');
  const [chosenHour, setHour] = useState(
    hour.initialValue || (date.initialValue ? '' : hourText('', now, zone)),
  );
  const number = chosenHour === '' ? null : Number(chosenHour);
  const isStored = number !== null && needByShown(day, number) === stored;
  const notice = isStored ? null : needByNotice(day, number, now, zone);
  return (
    <div className={css.onlyHold}>
      <div className={css.pair}>
        <Field label="Need By Date" {...date} hint={zoneName(zone)}>
          {(control) => (
            <DateInput
              {...control}
              value={day}
              min={today}
              today={today}
              onChoose={(chosen) => {
                setDay(chosen);
                setHour(hourText(chosen, new Date(), zone));
              }}
            />
          )}
        </Field>
        <Field
          label="Need By Time"
          {...hour}
          errors={hour.errors?.filter((error) => error !== notice?.text)}
          hint="The task changes to Pending automatically at this time."
        >
          {(control) => (
            <Select
              {...control}
              suppressHydrationWarning
              aria-invalid={notice?.possible === false || control['aria-invalid']}
              aria-describedby={[control['aria-describedby'], notice && noticeId].filter(Boolean).join(' ')}
              value={chosenHour}
              onChange={(event) => {
                setHour(event.target.value);
              }}
            >
              {chosenHour === '' && <option value="">Choose an hour</option>}
              {HOURS.map((each) => (
                <option key={each} value={each}>
                  {hourLabel(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div
        id={noticeId}
        role="status"
        className={css.notice}
        data-possible={notice?.possible ? '' : undefined}
      >
        {notice?.text}
      </div>
      {notice?.possible && number !== null && (
        <input type="hidden" name="need_by_shown" value={needByShown(day, number)} />
      )}
    </div>
  );
}

const MINUTE_MS = 60_000;

/** A future hour may be past by the time the form is sent. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => {
      setNow(new Date());
    }, MINUTE_MS / 2);
    return () => {
      window.clearInterval(timer);
    };
  }, []);
  return now;
}
