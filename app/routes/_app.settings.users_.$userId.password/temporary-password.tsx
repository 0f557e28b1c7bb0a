import { useEffect } from 'react';
import { CopyButton } from '~/ui/copy-button';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Field, Input } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { useToast } from '~/ui/toast';

type Props = { person: string; password: string; closeTo: string };

/** The one time that it is shown. */
export function TemporaryPassword({ person, password, closeTo }: Props) {
  const show = useToast();
  useEffect(() => {
    show({ title: 'Password updated', description: person });
  }, [show, person]);
  return (
    <RouteDialog title="Temporary Password" description={person} closeTo={closeTo} size="small">
      <Stack gap={4}>
        <p>Pass it on now: it is not shown again. Ask {person} to change it under Settings.</p>
        <Field label="Temporary password" name="temporary">
          {({ id }) => (
            <Input
              id={id}
              readOnly
              value={password}
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
          <CopyButton text={password} />
          <LinkButton size="form" to={closeTo} preventScrollReset>
            Done
          </LinkButton>
        </Inline>
      </Stack>
    </RouteDialog>
  );
}
