import { NoInput } from '~/domain/kernel/schema';
import { api } from '~/http/api.server';
import { STORED_AND_CHECKED, cachedResponse, responseCache } from '~/http/response-cache.server';
import { AnyDocument } from '~/http/openapi/openapi.server';

export const { loader, action } = api({
  /** Anyone may ask for it, so it is printed and compressed once. */
  GET: {
    call: {
      summary: 'This description, as OpenAPI 3.1',
      about: 'It is always compressed.',
      may: 'anybody',
      input: NoInput,
      answer: AnyDocument,
    },
    handle: async ({ request, context }) => {
      const document = () => Promise.resolve(JSON.stringify(context.describeApi()));
      const cached = await responseCache.getOrMake('/api/openapi.json', 0, document);
      const headers = {
        'Content-Type': 'application/json',
        'Cache-Control': STORED_AND_CHECKED,
        Vary: 'Accept-Encoding',
      };
      // Strangers could make us send more than a megabyte for each request.
      return cachedResponse(request, cached, headers, 'gzip');
    },
  },
});
