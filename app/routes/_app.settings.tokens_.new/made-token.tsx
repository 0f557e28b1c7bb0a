import { ShownOnce } from '~/ui/shown-once';

export type Made = { name: string; token: string };

/** The one time that a token is shown. */
export function MadeToken({ made: { name, token } }: { made: Made }) {
  return (
    <ShownOnce
      title={`API token “${name}”`}
      label="Token"
      name="token"
      value={token}
      hint={<code>Authorization: Bearer …</code>}
      doneTo="/settings"
    >
      Copy it now: it is not shown again.
    </ShownOnce>
  );
}
