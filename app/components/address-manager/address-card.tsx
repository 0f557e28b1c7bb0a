import { Form, useLocation, useNavigation } from '@remix-run/react';
import { DOUBTFUL, formatAddress, ONLY_ADDRESS } from '~/domain/accounts/address';
import type { ManagedAddress } from '~/domain/accounts/queries.server';
import { Badge } from '~/ui/badge';
import { Button, LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';
import * as css from './manager.css';
import { modePath } from './mode';

type Props = { address: ManagedAddress; isOnly: boolean };

export function AddressCard({ address, isOnly }: Props) {
  const { id, name, isDefault } = address;
  const { pathname, search } = useLocation();
  const { formData } = useNavigation();
  const isPending = (intent: string) =>
    formData?.get('intent') === intent && formData.get('addressId') === String(id);
  return (
    <div className={css.card}>
      <div className={css.words}>
        <div className={css.title}>
          <strong>{name}</strong>
          {isDefault && <Badge tone="going">Default</Badge>}
        </div>
        <div className={css.street}>{formatAddress(address).toUpperCase()}</div>
        <LookupNote address={address} isPending={isPending('lookUpAddress')} />
      </div>
      <Inline gap={1} className={css.acts}>
        {!isDefault && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="addressId" value={id} />
            <Button
              name="intent"
              value="setDefaultAddress"
              pending={isPending('setDefaultAddress') && 'Setting...'}
              aria-label={`Set as Default: ${name}`}
            >
              Set as Default
            </Button>
          </Form>
        )}
        <LinkButton
          to={modePath(pathname, search, { kind: 'edit', addressId: id })}
          preventScrollReset
          aria-label={`Edit ${name}`}
        >
          Edit
        </LinkButton>
        {isOnly ? (
          <Button type="button" variant="danger" unavailable={ONLY_ADDRESS}>
            Delete
          </Button>
        ) : (
          <LinkButton
            to={modePath(pathname, search, { kind: 'remove', addressId: id })}
            variant="danger"
            preventScrollReset
            aria-label={`Delete ${name}`}
          >
            Delete
          </LinkButton>
        )}
      </Inline>
    </div>
  );
}

/** Where it is on the map, where that is not simply known. */
function LookupNote({ address: { id, lookup }, isPending }: { address: ManagedAddress; isPending: boolean }) {
  if (lookup === 'found') return null;
  if (lookup === 'pending') return <div className={css.note}>Looking up location…</div>;
  if (lookup === 'doubtful') return <div className={css.note}>{DOUBTFUL}</div>;
  if (lookup === 'approximate') return <div className={css.note}>Approximate location</div>;
  return (
    <Form method="post" preventScrollReset className={css.notFound}>
      <input type="hidden" name="addressId" value={id} />
      <span>Location not found</span>
      <Button name="intent" value="lookUpAddress" pending={isPending && 'Locating...'}>
        Geolocate
      </Button>
    </Form>
  );
}
