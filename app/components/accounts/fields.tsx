/** The fields of accounts and addresses. The account dialogs and the address manager use them. */
import { ACCOUNT_FIELDS, ADDRESS_FIELDS } from '~/domain/network/accounts/fields';
import { TextField, type FieldState } from '~/forms/text-field';
import { Field, Select } from '~/ui/field';
import * as css from './fields.css';

type AccountProps = Record<keyof typeof ACCOUNT_FIELDS, FieldState> & { isFirst?: boolean };

export function AccountFields({ name, accountType, phone, deliverBy, isFirst }: AccountProps) {
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
        <TextField is={ACCOUNT_FIELDS.deliverBy} field={deliverBy} />
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
