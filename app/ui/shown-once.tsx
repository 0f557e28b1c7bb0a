import { useState, type ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Button, LinkButton } from './button';
import { PrintButton } from './print-button';
import { RouteDialog } from './dialog';
import { Field, Input } from './field';
import { Inline, Stack } from './layout';
import { end } from './layout.css';
import { shownOnce as words } from '~/words/en/positions';
import { noPrint, onlyPrint } from './print.css';

type Props = {
  title: string;
  description?: ReactNode;
  /** Instructions that people need before the value is gone. */
  children: ReactNode;
  label: string;
  /** The name of the field. */
  name: string;
  value: string;
  hint?: ReactNode;
  /** The same value for a camera. */
  picture?: ReactNode;
  isPrintable?: boolean;
  doneTo: string;
};

/** Shows a secret value that can't be shown again, ready to be copied. */
export function ShownOnce({ title, description, children, label, name, value, doneTo, ...more }: Props) {
  const { hint, picture, isPrintable } = more;
  return (
    <RouteDialog title={title} description={description} closeTo={doneTo} size="small">
      <Stack gap={3}>
        <p>{children}</p>
        {picture}
        <Field label={label} name={name} hint={hint}>
          {({ id }) => (
            <div className={isPrintable ? noPrint : undefined}>
              <Input
                id={id}
                readOnly
                value={value}
                spellCheck={false}
                autoComplete="off"
                data-autofocus
                onFocus={(event) => {
                  event.target.select();
                }}
              />
            </div>
          )}
        </Field>
        {isPrintable && <p className={onlyPrint}>{value}</p>}
        <Inline className={end}>
          {isPrintable && <PrintButton />}
          <LinkButton size="form" to={doneTo} preventScrollReset>
            {words.done}
          </LinkButton>
          <CopyButton text={value} />
        </Inline>
      </Stack>
    </RouteDialog>
  );
}

/** Shown only where browsers let a page copy: on https, and on this machine. */
function CopyButton({ text }: { text: string }) {
  const hydrated = useHydrated();
  const [said, setSaid] = useState('');
  if (!hydrated || !window.isSecureContext) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(words.copied);
    } catch {
      setSaid(words.notCopied);
    }
  };
  return (
    <>
      <span role="status">{said}</span>
      <Button type="button" variant="primary" size="form" onClick={copy}>
        {words.copy}
      </Button>
    </>
  );
}
