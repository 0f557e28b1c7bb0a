import { ShownOnce } from '~/ui/shown-once';

/** The one time that a secret is shown. */
export function MadeSecret({ id, secret }: { id: number; secret: string }) {
  return (
    <ShownOnce
      title="Secret of the Webhook"
      label="Secret"
      name="secret"
      value={secret}
      doneTo={`/settings/webhooks/${String(id)}`}
    >
      Every delivery is signed with it. Copy it now: it is not shown again.
    </ShownOnce>
  );
}
