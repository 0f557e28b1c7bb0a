import { useHydrated } from 'remix-utils/use-hydrated';
import { Button } from '~/ui/button';

/** @param address as typed. Without JavaScript nobody knows it before it is sent: the server says the same then. */
export function GeolocateButton({ address, isPending }: { address: string; isPending: boolean }) {
  const isBlank = useHydrated() && address.trim() === '';
  return (
    <Button
      name="intent"
      value="geolocate"
      formNoValidate
      unavailable={isBlank && 'Address is required to re-geolocate'}
      pending={isPending && 'Locating...'}
    >
      Re-geolocate
    </Button>
  );
}
