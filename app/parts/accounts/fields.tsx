/** The fields of accounts and addresses, as both dialogs and the address manager have them. */
import { ACCOUNT_TYPE_LABELS } from '~/domain/accounts/account';
import { Field, Input, Select } from '~/ui/field';
import * as css from './fields.css';

/** One field of a form, as conform tells it. */
type FieldState = {
  name: string;
  id: string;
  initialValue: string | undefined;
  errors: string[] | undefined;
};

/** Picks what the fields need to know out of conform's metadata. */
export const fieldOf = (
  form: string,
  { name, initialValue, errors }: { name: string; initialValue?: unknown; errors?: string[] | undefined },
): FieldState => ({
  name,
  id: `${form}-${name}`,
  initialValue: typeof initialValue === 'string' ? initialValue : undefined,
  errors,
});

type TextProps = {
  label: string;
  field: FieldState;
  maxLength: number;
  required?: boolean;
  placeholder?: string;
  hint?: string;
  type?: 'tel';
  isFirst?: boolean;
  onType?: (text: string) => void;
};

export function TextField(props: TextProps) {
  const { label, field, required, hint, isFirst, onType, ...input } = props;
  return (
    <Field label={label} {...field} required={required} hint={hint}>
      {(control) => (
        <Input
          {...control}
          {...input}
          defaultValue={field.initialValue}
          autoComplete="off"
          data-autofocus={isFirst ? '' : undefined}
          onChange={(event) => onType?.(event.target.value)}
        />
      )}
    </Field>
  );
}

type AccountProps = { name: FieldState; accountType: FieldState; phone: FieldState; isFirst?: boolean };

export function AccountFields({ name, accountType, phone, isFirst }: AccountProps) {
  return (
    <>
      <TextField label="Name" field={name} maxLength={200} required {...(isFirst && { isFirst })} />
      <div className={css.pair}>
        <Field label="Account Type" {...accountType}>
          {(control) => (
            <Select {...control} defaultValue={accountType.initialValue}>
              {Object.entries(ACCOUNT_TYPE_LABELS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextField label="Phone" field={phone} maxLength={32} type="tel" hint="At least 10 characters" />
      </div>
    </>
  );
}

type StreetProps = {
  address: FieldState;
  city: FieldState;
  state: FieldState;
  zipCode: FieldState;
  required?: boolean;
  onStreet?: (street: string) => void;
};

export function StreetFields({ address, city, state, zipCode, required = false, onStreet }: StreetProps) {
  return (
    <>
      <TextField
        label="Street Address"
        field={address}
        maxLength={500}
        required={required}
        {...(onStreet && { onType: onStreet })}
      />
      <div className={css.region}>
        <TextField label="City" field={city} maxLength={200} />
        <TextField label="State" field={state} maxLength={50} />
        <TextField label="ZIP Code" field={zipCode} maxLength={20} />
      </div>
    </>
  );
}
