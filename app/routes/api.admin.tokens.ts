import * as z from 'zod/v4';
import { NoInput } from '~/domain/schema';
import { TokenAnswer } from '~/domain/users/answers';
import { listEverybodysTokens } from '~/domain/users/tokens.server';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'The API tokens of everybody',
      about: 'Those that have not been revoked. The tokens themselves are not to be seen.',
      may: 'manageEverybodysTokens',
      input: NoInput,
      answer: z.array(TokenAnswer),
    },
    ({ actor }) => listEverybodysTokens(actor),
  ),
});
