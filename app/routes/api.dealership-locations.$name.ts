import { saveLocation } from '~/domain/dealerships/commands.server';
import { SaveLocation } from '~/domain/dealerships/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(SaveLocation, ({ actor, input, params }) => saveLocation(actor, params.name ?? '', input)),
});
