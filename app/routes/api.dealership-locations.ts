import * as z from 'zod/v4';
import { LocationAnswer } from '~/domain/dealerships/answers';
import { listDealershipLocations } from '~/domain/dealerships/queries.server';
import { NoInput } from '~/domain/schema';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'Where the dealerships are',
      may: 'readDealerships',
      input: NoInput,
      answer: z.array(LocationAnswer),
    },
    ({ actor }) => listDealershipLocations(actor),
  ),
});
