/** The fields of accounts and addresses, as both dialogs and the address manager have them. */
import { ACCOUNT_FIELDS, ADDRESS_FIELDS } from '~/domain/accounts/fields';
import type { FieldFacts } from '~/domain/field-table';
import { Field, Input, Select } from '~/ui/field';
import * as css from './fields.css';

/** One field of a form, as conform tells it. */
type FieldState = {
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

type TextProps = {
  is: FieldFacts;
  field: FieldState;
  isFirst?: boolean;
  onType?: (text: string) => void;
};

export function TextField({ is, field, isFirst, onType }: TextProps) {
  const { label, required, hint, max, type, placeholder } = is;
  return (
    <Field label={label} {...field} required={required} hint={hint}>
      {(control) => (
        <Input
          {...control}
          {...{ type, placeholder, maxLength: max }}
          defaultValue={field.initialValue}
          autoComplete="off"
          data-autofocus={isFirst ? '' : undefined}
          onChange={(event) => onType?.(event.target.value)}
        />
      )}
    </Field>
  );
}

type AccountProps = Record<keyof typeof ACCOUNT_FIELDS, FieldState> & { isFirst?: boolean };

export function AccountFields({ name, accountType, phone, isFirst }: AccountProps) {
  const { label, options } = ACCOUNT_FIELDS.accountType;
  return (
    <>
      <TextField is={ACCOUNT_FIELDS.name} field={name} {...(isFirst && { isFirst })} />
      <div className={css.pair}>
        <Field label={label} {...accountType}>
          {(control) => (
            <Select {...control} defaultValue={accountType.initialValue}>
              {Object.entries(options).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextField is={ACCOUNT_FIELDS.phone} field={phone} />
      </div>
    </>
  );
}

type StreetProps = Record<'address' | 'city' | 'state' | 'zipCode', FieldState> & {
  required?: boolean;
  onStreet?: (street: string) => void;
};

export function StreetFields({ address, city, state, zipCode, required = false, onStreet }: StreetProps) {
  return (
    <>
      <TextField
        is={{ ...ADDRESS_FIELDS.address, required }}
        field={address}
        {...(onStreet && { onType: onStreet })}
      />
      <div className={css.region}>
        <TextField is={ADDRESS_FIELDS.city} field={city} />
        <TextField is={ADDRESS_FIELDS.state} field={state} />
        <TextField is={ADDRESS_FIELDS.zipCode} field={zipCode} />
      </div>
    </>
  );
}
