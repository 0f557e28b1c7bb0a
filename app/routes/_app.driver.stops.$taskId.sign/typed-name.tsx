import { useEffect, useRef, type ComponentProps } from 'react';
import { LIMITS } from '~/domain/limits';
import { Field, Input } from '~/ui/field';
import * as css from './sign.css';

type Props = {
  /** There is a pad beside it, so that it need not be filled in. */
  beside: boolean;
  /** Something stands in it that must be seen. */
  isFilled: boolean;
  errors: string[] | undefined;
  onChange: ComponentProps<'input'>['onChange'];
};

/** In place of a drawing: for keyboards, and for a page whose JavaScript has not arrived. */
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
