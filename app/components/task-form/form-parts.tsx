/** The form's plain fields. */
import { useRef, useState } from 'react';
import { Field, Input, Select } from '~/ui/field';
import type { FieldState } from './fields';

export type Option = [value: string, label: string, isOpen?: boolean];
type Part = { label: string; field: FieldState };

export function TextField({ label, field, ...more }: Part & { hint?: string; required?: boolean }) {
  return (
    <Field label={label} {...field} {...more}>
      {(control) => (
        <Input {...control} defaultValue={field.initialValue} maxLength={500} autoComplete="off" />
      )}
    </Field>
  );
}

/** What another task decides: to be read, and sent along. */
export function FixedField({ label, field, shown }: Part & { shown?: string }) {
  return (
    <Field label={label} {...field}>
      {({ id, name }) => (
        <>
          <Input
            id={id}
            readOnly
            defaultValue={shown ?? field.initialValue}
            name={shown ? undefined : name}
          />
          {shown && <input type="hidden" name={name} defaultValue={field.initialValue} />}
        </>
      )}
    </Field>
  );
}

type ChoiceProps = Part & { options: Option[]; onChoose?: ((value: string) => void) | undefined };

export function Choice({ label, field, options, onChoose }: ChoiceProps) {
  return (
    <Field label={label} {...field}>
      {(control) => (
        <Select
          {...control}
          defaultValue={field.initialValue}
          onChange={(event) => onChoose?.(event.target.value)}
        >
          {options.map(([value, text, isOpen = true]) => (
            <option key={value} value={value} disabled={!isOpen}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export type DriverOption = { id: number; name: string; username: string };

type DriverProps = Part & {
  none: string;
  drivers: DriverOption[];
  former: string | null;
  /** Who is not offered, unless chosen already. */
  except?: string | undefined;
  onChoose?: (value: string) => void;
};

/** Today's drivers. Whoever was chosen and is none any more stays in the list, and is marked. */
export function DriverChoice({ label, field, none, drivers, former, except, onChoose }: DriverProps) {
  const [chosen, setChosen] = useState(field.initialValue);
  const everybody = useRef(new Map<string, string>());
  const options = drivers.map((each): Option => [String(each.id), each.name || each.username]);
  for (const [value, name] of options) everybody.current.set(value, name);
  const current = new Set(options.map(([value]) => value));
  const gone = new Map([...everybody.current].filter(([value]) => !current.has(value)));
  const initial = field.initialValue;
  if (initial && !current.has(initial) && !gone.has(initial)) gone.set(initial, former ?? 'Somebody');
  return (
    <Choice
      label={label}
      field={field}
      onChoose={(value) => {
        setChosen(value);
        onChoose?.(value);
      }}
      options={[
        ['', none],
        ...options.filter(([value]) => value !== except || value === chosen),
        ...[...gone].map(([value, name]): Option => [value, `${name} (no longer a driver)`]),
      ]}
    />
  );
}
