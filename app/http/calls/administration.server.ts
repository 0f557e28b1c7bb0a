import { listAdminEvents } from '~/domain/administration/queries.server';
import { saveLocation } from '~/domain/dealerships/commands.server';
import { listDealershipLocations } from '~/domain/dealerships/queries.server';
import { listEverybodysTokens, revokeAnybodysToken } from '~/domain/users/tokens.server';

export const administrationCalls = {
  'GET /api/admin/events': listAdminEvents,
  'GET /api/admin/tokens': listEverybodysTokens,
  'DELETE /api/admin/tokens/:tokenId': revokeAnybodysToken,
  'GET /api/dealership-locations': listDealershipLocations,
  'POST /api/dealership-locations/:name': saveLocation,
};
