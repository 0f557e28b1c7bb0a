import { Link } from '@remix-run/react';
import { DOUBTFUL } from '~/domain/accounts/address';
import type { DealershipLocation } from '~/domain/dealerships/schema';
import * as css from '~/components/administration/table.css';

const ON_THE_MAP = {
  exact: null,
  manual: null,
  approximate: 'Approximate on the map (ZIP)',
  doubtful: DOUBTFUL,
};

export function LocationRow({ location }: { location: DealershipLocation }) {
  const { name, fullname, address, city, state, zipCode, latitude, geoPrecision } = location;
  const place = latitude === null ? 'Not on the map yet' : geoPrecision && ON_THE_MAP[geoPrecision];
  return (
    <tr>
      <td data-label="Dealership">{name}</td>
      <td data-label="Display Name">{orNotSet(fullname)}</td>
      <td data-label="Address">
        {orNotSet(address)}
        {address && place && <div className={css.note}>{place}</div>}
      </td>
      <td data-label="City">{orNotSet(city)}</td>
      <td data-label="State">{orNotSet(state)}</td>
      <td data-label="ZIP">{orNotSet(zipCode)}</td>
      <td data-label="Actions">
        <Link
          to={`/settings/dealerships?edit=${encodeURIComponent(name)}`}
          className={css.rowLink}
          preventScrollReset
          aria-label={`Edit ${name}`}
        >
          Edit
        </Link>
      </td>
    </tr>
  );
}

const orNotSet = (value: string) => value || <span className={css.former}>Not set</span>;
