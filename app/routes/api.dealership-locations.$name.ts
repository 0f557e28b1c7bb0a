import * as z from 'zod/v4';
import { LocationAnswer } from '~/domain/dealerships/answers';
import { saveLocation } from '~/domain/dealerships/commands.server';
import { DEALERSHIPS } from '~/domain/dealerships/names';
import { SaveLocation } from '~/domain/dealerships/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Says where a dealership is',
      about: 'Any of the fields; another address is looked up.',
      may: 'manageDealerships',
      path: { name: z.enum(DEALERSHIPS) },
      input: SaveLocation,
      answer: LocationAnswer,
    },
    ({ actor, input, params }) => saveLocation(actor, params.name ?? '', input),
  ),
});
