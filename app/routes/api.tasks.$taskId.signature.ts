import { createHash } from 'node:crypto';
import * as z from 'zod/v4';
import { getSignature } from '~/domain/tasks/queries.server';
import { api, pathId, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(z.strictObject({}), async ({ actor, params, request }) => {
    const id = pathId(params.taskId);
    const { image, mediaType } = await getSignature(actor, id);
    const etag = `"${createHash('sha1').update(image).digest('base64url')}"`;
    if (request.headers.get('If-None-Match') === etag)
      return new Response(null, { status: 304, headers: { ETag: etag } });
    const extension = mediaType.replace(/^image\/|\+xml$/g, '');
    return new Response(new Uint8Array(image), {
      headers: {
        'Content-Type': mediaType,
        'Content-Disposition': `inline; filename="signature-${String(id)}.${extension}"`,
        'Cache-Control': 'private, no-cache',
        ETag: etag,
      },
    });
  }),
});
