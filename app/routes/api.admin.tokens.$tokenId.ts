import { RevokedAnswer } from '~/domain/users/answers';
import { NoInput } from '~/domain/schema';
import { revokeToken } from '~/domain/users/tokens.server';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  DELETE: write(
    {
      summary: 'Revokes an API token',
      about: "Anybody's; takes effect at once. Not for tokens.",
      may: 'manageEverybodysTokens',
      input: NoInput,
      answer: RevokedAnswer,
    },
    ({ actor, params }) => revokeToken(actor, pathId(params.tokenId)),
  ),
});
