import { useEffect, useRef, type ComponentProps } from 'react';
import { LIMITS } from '~/domain/limits';
import { Field, Input } from '~/ui/field';
import * as css from './sign.css';

type Props = {
  /** There is a drawing pad beside it, so it is optional. */
  beside: boolean;
  /** It has a value that must be visible. */
  isFilled: boolean;
  errors: string[] | undefined;
  onChange: ComponentProps<'input'>['onChange'];
};

/** A typed name instead of a drawing: for keyboards, and for pages without JavaScript. */
export function TypedName({ beside, isFilled, errors, onChange }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isFilled && details.current) details.current.open = true;
  }, [isFilled, beside]);
  return (
    <details ref={details} open={!beside}>
      <summary className={css.typed}>{beside ? 'Type the name instead' : 'Sign with your name'}</summary>
      <Field label="Full name, typed as a signature" name="typed_name" required={!beside} errors={errors}>
        {(control) => (
          <Input {...control} maxLength={LIMITS.signedBy} autoComplete="off" onChange={onChange} />
        )}
      </Field>
    </details>
  );
}
