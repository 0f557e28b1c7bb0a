import { Button } from '~/ui/button';
import { VisuallyHidden } from '~/ui/hidden';
import { useHydrated } from '~/ui/use-hydrated';

const NO_ADDRESS = 'Address is required to re-geolocate';

/** @param address as typed. Without JavaScript nobody knows it before it is sent: the server says the same then. */
export function GeolocateButton({ address, isPending }: { address: string; isPending: boolean }) {
  const isBlank = useHydrated() && address.trim() === '';
  return (
    <Button
      name="intent"
      value="geolocate"
      formNoValidate
      // Not `disabled`: the reason has to be reachable by keyboard.
      aria-disabled={isBlank || undefined}
      title={isBlank ? NO_ADDRESS : undefined}
      pending={isPending && 'Locating...'}
      onClick={(event) => {
        if (isBlank) event.preventDefault();
      }}
    >
      Re-geolocate
      {isBlank && <VisuallyHidden> ({NO_ADDRESS})</VisuallyHidden>}
    </Button>
  );
}
