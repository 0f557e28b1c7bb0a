/** The due time of a delivery and, behind More, details for planning that are rarely needed. */
import { useEffect, useRef, useState } from 'react';
import { zoneName } from '~/domain/kernel/time';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import { deliverByNotice, deliverByShown } from '~/domain/tasks/model/problems';
import { errorsUnder, TextField, type FieldState } from '~/forms/text-field';
import { InputField } from '~/ui/field';
import type { BoxName } from './form-parts';
import { useNow } from './need-by-fields';
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
