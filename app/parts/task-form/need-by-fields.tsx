import { useState } from 'react';
import { hourLabel, HOURS, suggestedHour, wallClock } from '~/domain/time';
import { Field, Input, Select } from '~/ui/field';
import type { FieldState } from './fields';
import * as css from './task-form.css';

type Props = { date: FieldState; hour: FieldState; zone: string };

/** Day and hour on business clocks. Choosing a day suggests the next full hour. */
export function NeedByFields({ date, hour, zone }: Props) {
  const now = new Date();
  const [chosenHour, setChosenHour] = useState(hour.initialValue ?? String(suggestedHour(now, zone)));
  return (
    <div className={css.onlyHold}>
      <div className={css.pair}>
        <Field label="Need By Date" {...date} hint={`On clocks in ${zone.replace(/_/g, ' ')}`}>
          {(control) => (
            <Input
              {...control}
              type="date"
              suppressHydrationWarning
              min={wallClock(now, zone).date}
              defaultValue={date.initialValue}
              onChange={() => {
                setChosenHour(String(suggestedHour(new Date(), zone)));
              }}
            />
          )}
        </Field>
        <Field label="Need By Time" {...hour} hint="The task becomes Pending by itself at that time.">
          {(control) => (
            <Select
              {...control}
              suppressHydrationWarning
              value={chosenHour}
              onChange={(event) => {
                setChosenHour(event.target.value);
              }}
            >
              {HOURS.map((each) => (
                <option key={each} value={each}>
                  {hourLabel(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </div>
  );
}
