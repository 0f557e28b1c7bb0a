/** Connects a label, a control, a hint and errors, so that they are accessible. */
import { forwardRef, type ComponentProps, type ReactNode } from 'react';
import * as css from './field.css';

type Wiring = {
  id: string;
  name: string;
  'aria-invalid'?: true | undefined;
  'aria-describedby'?: string | undefined;
  required?: boolean | undefined;
};

type FieldProps = {
  label: ReactNode;
  name: string;
  id?: string | undefined;
  hint?: ReactNode;
  errors?: string[] | null | undefined;
  required?: boolean | undefined;
  /** Gets the attributes that connect the control with its label, hint and errors. */
  children: (control: Wiring) => ReactNode;
};

export function Field({ label, name, id = name, hint, errors, required, children }: FieldProps) {
  const wrong = errors && errors.length > 0;
  const about = [hint && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id} data-required={required ? '' : undefined}>
        {label}
      </label>
      {children({
        id,
        name,
        required,
        'aria-invalid': wrong ? true : undefined,
        'aria-describedby': about || undefined,
      })}
      {hint && (
        <div id={`${id}-hint`} className={css.hint}>
          {hint}
        </div>
      )}
      <Errors id={`${id}-error`} errors={errors} />
    </div>
  );
}

export function Errors({ id, errors }: { id?: string; errors?: string[] | null | undefined }) {
  if (!errors || errors.length === 0) return null;
  return (
    <div id={id} className={css.error} role="alert">
      {errors.join(' ')}
    </div>
  );
}

export const Input = forwardRef<HTMLInputElement, Omit<ComponentProps<'input'>, 'ref'>>(
  function Input(props, ref) {
    return <input {...props} ref={ref} className={css.control} />;
  },
);

type InputFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'ref' | 'name' | 'id' | 'required'>;

/** A field with one input. */
export function InputField({ label, name, id, hint, errors, required, ...input }: InputFieldProps) {
  return (
    <Field label={label} name={name} id={id} hint={hint} errors={errors} required={required}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  );
}

type FileInputProps = Omit<ComponentProps<'input'>, 'ref' | 'type' | 'size'> & { size?: 'dense' | 'touch' };

export const FileInput = forwardRef<HTMLInputElement, FileInputProps>(function FileInput(
  { size, ...props },
  ref,
) {
  return (
    <input
      {...props}
      ref={ref}
      type="file"
      className={css.file}
      data-touch={size === 'touch' ? '' : undefined}
    />
  );
});
export const Select = (props: ComponentProps<'select'>) => <select {...props} className={css.control} />;

type SelectFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'select'>, 'name' | 'id' | 'required' | 'children'> & {
    options: readonly (readonly [value: string | number, label: string])[];
    /** The label of an option without a value, above the others. */
    none?: string | undefined;
  };

/** A field with a list of options. */
export function SelectField({
  label,
  name,
  id,
  hint,
  errors,
  required,
  options,
  none,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} name={name} id={id} hint={hint} errors={errors} required={required}>
      {(control) => (
        <Select {...control} {...select}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
export const Textarea = (props: ComponentProps<'textarea'>) => (
  <textarea {...props} className={`${css.control} ${css.area}`} />
);

export function Checkbox({ label, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className={css.choice}>
      <input {...input} type="checkbox" />
      {label}
    </label>
  );
}

/** Names a checkbox, or a list of them, that the form has, because browsers send nothing for an unchecked box. */
export const HasBox = ({ name, disabled }: Pick<ComponentProps<'input'>, 'name' | 'disabled'>) => (
  <input type="hidden" name="_box" value={name} disabled={disabled} />
);

/** A checkbox with a label. */
export function Box({
  name,
  disabled,
  ...input
}: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type' | 'value'>) {
  return (
    <>
      <HasBox name={name} disabled={disabled} />
      <Checkbox {...input} name={name} disabled={disabled} value="on" />
    </>
  );
}

type RadioGroupProps = {
  legend: ReactNode;
  name: string;
  options: { value: string; label: ReactNode }[];
  errors?: string[] | null | undefined;
} & Pick<ComponentProps<'input'>, 'defaultValue' | 'value' | 'onChange' | 'disabled'>;

/** A choice of a few options side by side. Native radio buttons look like one control. */
export function RadioGroup({
  legend,
  name,
  options,
  errors,
  defaultValue,
  value,
  ...input
}: RadioGroupProps) {
  return (
    <fieldset className={css.field}>
      <legend className={css.legend}>{legend}</legend>
      <div className={css.segments}>
        {options.map((option) => (
          <label key={option.value} className={css.segment}>
            <input
              {...input}
              type="radio"
              name={name}
              value={option.value}
              className={css.segmentInput}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
            />
            <span className={css.segmentText}>{option.label}</span>
          </label>
        ))}
      </div>
      <Errors errors={errors} />
    </fieldset>
  );
}
