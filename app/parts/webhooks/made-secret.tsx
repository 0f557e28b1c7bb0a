import { LinkButton } from '~/ui/button';
import { CopyButton } from '~/ui/copy-button';
import { RouteDialog } from '~/ui/dialog';
import { Field, Input } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';

/** The one time that a secret is shown. */
export function MadeSecret({ id, secret }: { id: number; secret: string }) {
  const to = `/settings/webhooks/${String(id)}`;
  return (
    <RouteDialog title="Secret of the Webhook" closeTo={to} size="small">
      <Stack gap={3}>
        <p>Every delivery is signed with it. Copy it now: it is not shown again.</p>
        <Field label="Secret" name="secret">
          {({ id: field }) => (
            <Input
              id={field}
              readOnly
              value={secret}
              spellCheck={false}
              data-autofocus
              onFocus={(event) => {
                event.target.select();
              }}
            />
          )}
        </Field>
        <Inline>
          <CopyButton text={secret} />
          <LinkButton size="form" to={to} preventScrollReset>
            Done
          </LinkButton>
        </Inline>
      </Stack>
    </RouteDialog>
  );
}
