import { ShownOnce } from '~/ui/shown-once';

export type Made = { id: number; secret: string };

/** The one time that a secret is shown. */
export function MadeSecret({ id, secret }: Made) {
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
