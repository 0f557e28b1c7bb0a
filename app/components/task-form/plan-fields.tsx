/** When a delivery is due, and behind More what a plan takes into account, which is rarely needed. */
import { useEffect, useRef, useState } from 'react';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import { errorsUnder, TextField, type FieldState } from '~/forms/text-field';
import { InputField } from '~/ui/field';
import type { BoxName } from './form-parts';
import * as css from './task-form.css';

type Props = {
  mode: 'create' | 'edit';
  field: (name: BoxName) => FieldState;
  errors: Record<string, string[]>;
};

const NEEDS = ['skills', 'size', 'service_minutes'] as const;

export function PlanFields({ mode, field, errors }: Props) {
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
        <MomentFields
          label={FORM_FIELDS.deliver_by.label}
          time={field('deliver_by_time')}
          date={field('deliver_by_date')}
          hint={none}
        />
      </div>
      {/* Unfolds when a draft fills in one of the fields. */}
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
            />
          </div>
        </div>
      </details>
    </>
  );
}

type MomentProps = { label: string; time: FieldState; date: FieldState; hint?: string | undefined };

/** The time first: most deliveries are due today. */
function MomentFields({ label, time, date, hint }: MomentProps) {
  const { initialValue: clock, ...timeBox } = time;
  const { initialValue: day, ...dateBox } = date;
  return (
    <div className={css.pair}>
      <InputField {...timeBox} label={label} type="time" hint={hint} defaultValue={clock} />
      <InputField {...dateBox} label={`${label} Date`} type="date" hint="Empty: today" defaultValue={day} />
    </div>
  );
}
