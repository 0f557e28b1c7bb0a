import { Field, Input } from '~/ui/field';
import { onlyForAdmins } from './choice.css';

type Props = {
  errors: string[] | undefined;
  /** Shown only while the role admin is checked in the same form. */
  whenAdmin?: boolean;
  hint?: string;
  required?: boolean;
};

/** The admin's own password: a stranger at an open browser does not know it. */
export function OwnPassword({ errors, whenAdmin = false, hint, required }: Props) {
  return (
    <div className={whenAdmin ? onlyForAdmins : undefined}>
      <Field
        label="Your own password"
        name="ownPassword"
        id="own-password"
        hint={hint}
        errors={errors}
        required={required}
      >
        {(control) => <Input {...control} type="password" autoComplete="current-password" />}
      </Field>
    </div>
  );
}
