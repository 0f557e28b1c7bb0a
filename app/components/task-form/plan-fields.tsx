/** The due time of a delivery and, behind More, details for planning that are rarely needed. */
import { useEffect, useRef, useState, useId } from 'react';
import { zoneName, hourLabel, HOURS, longTimeLabel, suggestedHour, wallClock } from '~/domain/kernel/time';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import { deliverByNotice, deliverByShown, needByNotice, needByShown } from '~/domain/tasks/model/problems';
import { TextField, type FieldState } from '~/forms/text-field';
import { errorsUnder } from '~/forms/typed';
import { InputField, Field, Select } from '~/ui/field';
import { DateInput } from '~/ui/date-input';
import { legend } from '~/ui/field.css';
import { VisuallyHidden } from '~/ui/layout';
import type { BoxName } from './form-parts';
import * as css from './task-form.css';

type Props = {
  mode: 'create' | 'edit';
  field: (name: BoxName) => FieldState;
  errors: Record<string, string[]>;
  zone: string;
  /** The stored day and time. They need no warning. */
  stored: string;
};

const NEEDS = ['skills', 'size', 'service_minutes'] as const;

export function PlanFields({ mode, field, errors, zone, stored }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const boxOf = (name: BoxName) => ({ ...field(name), errors: errorsUnder(errors, name) });
  const [time, date] = [boxOf('deliver_after_time'), boxOf('deliver_after_date')];
  const boxes = [...NEEDS.map(boxOf), time, date];
  const wrong = errorsUnder(errors, 'deliver_after');
  const isWrong = wrong.length > 0 || boxes.some((box) => box.errors.length > 0);
  const [isUsed] = useState(isWrong || boxes.some(({ initialValue }) => initialValue));
  useEffect(() => {
    if (isWrong && details.current) details.current.open = true;
  }, [isWrong]);
  const none = mode === 'create' ? 'Empty: the account’s own time, if it has one' : undefined;
  return (
    <>
      <div className={css.notPickup}>
        <DeliverByFields
          time={field('deliver_by_time')}
          date={field('deliver_by_date')}
          hint={none}
          zone={zone}
          stored={stored}
        />
      </div>
      {/* Opens when a draft fills in one of the fields. */}
      <details
        ref={details}
        open={isUsed}
        onInput={({ currentTarget }) => {
          currentTarget.open = true;
        }}
      >
        <summary className={css.summary}>More</summary>
        <div className={css.more}>
          <div className={css.needs}>
            {NEEDS.map((name) => (
              <TextField key={name} is={FORM_FIELDS[name]} field={boxOf(name)} />
            ))}
          </div>
          <div className={css.notPickup}>
            <MomentFields
              label={FORM_FIELDS.deliver_after.label}
              time={{ ...time, errors: [...wrong, ...time.errors] }}
              date={date}
              zone={zone}
            />
          </div>
        </div>
      </details>
    </>
  );
}

type DeliverByProps = Omit<MomentProps, 'label'> & Pick<Props, 'stored'>;

function DeliverByFields({ time, date, hint, zone, stored }: DeliverByProps) {
  const now = useNow();
  const [typed, setTyped] = useState({ day: date.initialValue ?? '', clock: time.initialValue ?? '' });
  const shown = deliverByShown(typed.day, typed.clock);
  const notice = shown === stored ? null : deliverByNotice(typed.day, typed.clock, now, zone);
  return (
    <div
      onChange={({ currentTarget }) => {
        const [clock, day] = [...currentTarget.querySelectorAll('input')].map(({ value }) => value);
        setTyped({ day: day ?? '', clock: clock ?? '' });
      }}
    >
      <MomentFields
        label={FORM_FIELDS.deliver_by.label}
        time={{ ...time, errors: time.errors?.filter((error) => error !== notice) }}
        date={date}
        hint={hint}
        zone={zone}
      />
      <div role="status" className={css.notice} data-possible="">
        {notice}
      </div>
      {notice !== null && <input type="hidden" name="deliver_by_shown" value={shown} />}
    </div>
  );
}

type MomentProps = {
  label: string;
  time: FieldState;
  date: FieldState;
  zone: string;
  hint?: string | undefined;
};

/** The time comes first, because most deliveries are due today. */
function MomentFields({ label, time, date, zone, hint }: MomentProps) {
  const { initialValue: clock, ...timeBox } = time;
  const { initialValue: day, ...dateBox } = date;
  return (
    <div className={css.pair}>
      <InputField {...timeBox} label={label} type="time" hint={hint} defaultValue={clock} />
      <InputField
        {...dateBox}
        label={`${label} Date`}
        type="date"
        hint={`${zoneName(zone)}. Empty: today`}
        defaultValue={day}
      />
    </div>
  );
}

type NeedByProps = {
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
export function NeedByFields({ date, hour, zone, stored }: NeedByProps) {
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
      <fieldset>
        <legend className={legend}>Need By Date &amp; Time</legend>
        <div className={css.pair}>
          <Field label={<VisuallyHidden>Need By Date</VisuallyHidden>} {...date} hint={zoneName(zone)}>
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
            label={<VisuallyHidden>Need By Time</VisuallyHidden>}
            {...hour}
            errors={hour.errors?.filter((error) => error !== notice?.text)}
            hint={
              number === null || notice !== null || day === ''
                ? 'The task changes to Pending automatically at this time.'
                : `The task changes to Pending automatically on ${longTimeLabel(day, number)}.`
            }
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
      </fieldset>
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
function useNow(): Date {
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
