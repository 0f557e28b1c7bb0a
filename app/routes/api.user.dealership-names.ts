import { NoInput } from '~/domain/schema';
import { NamesAnswer } from '~/domain/users/answers';
import { listDealershipNames } from '~/domain/users/queries.server';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'The names of the dealerships', may: 'readDealerships', input: NoInput, answer: NamesAnswer },
    ({ actor }) => Promise.resolve(listDealershipNames(actor)),
  ),
});
