import { NoInput } from '~/domain/schema';
import { api, open } from '~/http/api.server';
import { AnyDocument } from '~/http/openapi/openapi.server';

export const { loader, action } = api({
  GET: open(
    { summary: 'This description, as OpenAPI 3.1', may: 'anybody', input: NoInput, answer: AnyDocument },
    ({ context }) => Promise.resolve({ body: context.describeApi() }),
  ),
});
