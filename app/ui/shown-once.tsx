import type { ReactNode } from 'react';
import { LinkButton } from './button';
import { CopyButton } from './copy-button';
import { RouteDialog } from './dialog';
import { Field, Input } from './field';
import { Inline, Stack } from './layout';

type Props = {
  title: string;
  description?: string;
  /** Instructions that are needed before it is gone. */
  children: ReactNode;
  label: string;
  /** Of the field. */
  name: string;
  value: string;
  hint?: ReactNode;
  doneTo: string;
};

/** The one time that something secret is shown: ready to be copied. */
export function ShownOnce({ title, description, children, label, name, value, hint, doneTo }: Props) {
  return (
    <RouteDialog title={title} description={description} closeTo={doneTo} size="small">
      <Stack gap={3}>
        <p>{children}</p>
        <Field label={label} name={name} hint={hint}>
          {({ id }) => (
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
          )}
        </Field>
        <Inline>
          <CopyButton text={value} />
          <LinkButton size="form" to={doneTo} preventScrollReset>
            Done
          </LinkButton>
        </Inline>
      </Stack>
    </RouteDialog>
  );
}
