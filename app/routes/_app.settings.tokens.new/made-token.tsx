import { LinkButton } from '~/ui/button';
import { CopyButton } from '~/ui/copy-button';
import { RouteDialog } from '~/ui/dialog';
import { Field, Input } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';

export type Made = { name: string; token: string };

/** The one time that a token is shown. */
export function MadeToken({ made: { name, token } }: { made: Made }) {
  return (
    <RouteDialog title={`API token “${name}”`} closeTo="/settings" size="small">
      <Stack gap={3}>
        <p>Copy it now: it is not shown again.</p>
        <Field label="Token" name="token" hint={<code>Authorization: Bearer …</code>}>
          {({ id }) => (
            <Input
              id={id}
              readOnly
              value={token}
              spellCheck={false}
              data-autofocus
              onFocus={(event) => {
                event.target.select();
              }}
            />
          )}
        </Field>
        <Inline>
          <CopyButton text={token} />
          <LinkButton size="form" to="/settings" preventScrollReset>
            Done
          </LinkButton>
        </Inline>
      </Stack>
    </RouteDialog>
  );
}
