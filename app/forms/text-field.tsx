/** A text field that is described by a table of fields. */
import type { FieldFacts } from '~/domain/kernel/field-table';
import { InputField } from '~/ui/field';

/** The state of one field of a form. */
export type FieldState = {
  name: string;
  id: string;
  initialValue: string | undefined;
  errors: string[] | undefined;
};

/** The part of conform's metadata that the fields need. */
export const fieldOf = (
  form: string,
  { name, initialValue, errors }: { name: string; initialValue?: unknown; errors?: string[] | undefined },
): FieldState => ({
  name,
  id: `${form}-${name}`,
  initialValue: typeof initialValue === 'string' ? initialValue : undefined,
  errors,
});

type Props = {
  is: FieldFacts;
  field: FieldState;
  required?: boolean | undefined;
  isFirst?: boolean;
  onType?: (text: string) => void;
};

export function TextField({
  is,
  field: { initialValue, ...field },
  required = is.required,
  isFirst,
  onType,
}: Props) {
  const { label, hint, max, type, placeholder, kind } = is;
  const limits = kind === 'count' ? { type: 'number', min: 0, max } : { type, maxLength: max };
  return (
    <InputField
      {...field}
      label={label}
      required={required}
      hint={hint}
      placeholder={placeholder}
      {...limits}
      defaultValue={initialValue}
      autoComplete="off"
      data-autofocus={isFirst ? '' : undefined}
      onChange={(event) => onType?.(event.target.value)}
    />
  );
}
