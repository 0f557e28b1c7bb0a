import { useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { Field, Input } from '~/ui/field';
import * as css from './links.css';

/** A link to be copied: by a button where the browser lets us, else by hand. */
export function CopyField({ link }: { link: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [canCopy, setCanCopy] = useState(false);
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    // Browsers have it on https and localhost only.
    setCanCopy('clipboard' in navigator);
    input.current?.focus();
    input.current?.select();
  }, [link]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(link);
    } catch {
      input.current?.select();
    }
  };
  return (
    <div className={css.copy}>
      <Field label="The new link" name="link" hint="Copy it now: it is not shown again.">
        {(control) => <Input {...control} ref={input} value={link} readOnly />}
      </Field>
      {canCopy && (
        <Button type="button" variant="primary" onClick={() => void copy()}>
          {copied === link ? 'Copied' : 'Copy'}
        </Button>
      )}
    </div>
  );
}
