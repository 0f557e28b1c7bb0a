import * as z from 'zod/v4';
import { PlaceAnswer } from '~/domain/accounts/answers';
import { SuggestPlaces } from '~/domain/accounts/schema';
import { suggestPlaces } from '~/domain/accounts/suggest.server';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: "Accounts and the network's dealerships by a word of their name",
      about: 'Names that begin with `search` come first, then those with another word that does.',
      may: 'readAccounts',
      input: SuggestPlaces,
      answer: z.array(PlaceAnswer),
    },
    ({ actor, input }) => suggestPlaces(actor, input),
  ),
});
