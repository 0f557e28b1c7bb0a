import { useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Button } from './button';

/** Shown only where browsers let a page copy: on https, and on this machine. */
export function CopyButton({ text }: { text: string }) {
  const hydrated = useHydrated();
  const [said, setSaid] = useState('');
  if (!hydrated || !window.isSecureContext) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Couldn’t copy. Select the text and copy it yourself.');
    }
  };
  return (
    <>
      <Button type="button" variant="primary" size="form" onClick={copy}>
        Copy
      </Button>
      <span role="status">{said}</span>
    </>
  );
}
