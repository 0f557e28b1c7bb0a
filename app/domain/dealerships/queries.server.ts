import { rows } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';

export type DealershipLocation = {
  name: string;
  fullname: string;
  address: string;
  city: string;
  state: string;
  zipCode: string;
  latitude: string | null;
  longitude: string | null;
};

export async function listDealershipLocations(actor: Actor): Promise<DealershipLocation[]> {
  authorize(actor, 'readDealerships');
  return rows<DealershipLocation>(
    `select name, fullname, address, city, state, zip_code as "zipCode", latitude, longitude
     from dealership_locations order by name`,
  );
}
