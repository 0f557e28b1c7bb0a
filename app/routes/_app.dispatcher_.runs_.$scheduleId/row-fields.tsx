/** Rows of fields, of departures and of standing stops. */
import type { SubmissionResult } from '@conform-to/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { WEEK } from '~/components/runs/schedule-texts';
import { typedBox, typedText } from '~/forms/typed';
import { Button } from '~/ui/button';
import { Checkbox, InputField } from '~/ui/field';
import * as css from './schedule-form.css';

/** Rows for what is new. */
const SPARE = 2;

/** The numbers of the rows of a refused form; with none, the stored rows and spare ones. */
export const rowNumbers = (
  sent: SubmissionResult | undefined,
  kind: string,
  part: string,
  stored: number,
) => {
  const typed = Object.keys(sent?.initialValue ?? {}).flatMap((name) => {
    const number = name.slice(kind.length, -part.length - 1);
    return /^\d{1,3}$/.test(number) && name === `${kind}${number}_${part}` ? number : [];
  });
  const count = typed.length > 0 ? Math.max(...typed.map(Number)) + 1 : stored + SPARE;
  return Array.from({ length: count }, (_, index) => index);
};

export type RowsProps<Row> = { rows: Row[]; sent: SubmissionResult | undefined; errors: string[] };

/** Without JavaScript, more rows come with each save. */
export function More({ label, onPress }: { label: string; onPress: () => void }) {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  return (
    <div>
      <Button type="button" size="form" onClick={onPress}>
        {label}
      </Button>
    </div>
  );
}

type TextProps = {
  sent: SubmissionResult | undefined;
  name: string;
  label: string;
  stored: string;
  hint?: string;
};

export const Text = ({ sent, name, label, stored, hint }: TextProps) => (
  <InputField
    name={name}
    label={label}
    placeholder={hint}
    autoComplete="off"
    maxLength={10}
    defaultValue={typedText(sent, name, stored)}
  />
);

type WeekdaysProps = { sent: SubmissionResult | undefined; name: (part: string) => string; stored: number[] };

export function Weekdays({ sent, name, stored }: WeekdaysProps) {
  return (
    <fieldset className={css.days} aria-label="Weekdays">
      {WEEK.map((label, index) => {
        const field = name(`d${String(index + 1)}`);
        return (
          <Checkbox
            key={label}
            name={field}
            value="on"
            label={label}
            defaultChecked={typedBox(sent, field, stored.includes(index + 1))}
          />
        );
      })}
    </fieldset>
  );
}
