import { changeDealerships } from '~/domain/users/commands.server';
import { ChangeDealerships } from '~/domain/users/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PUT: write(ChangeDealerships, ({ actor, input, params }) =>
    changeDealerships(actor, pathId(params.userId), input),
  ),
});
