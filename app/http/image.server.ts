import { createHash } from 'node:crypto';

/** A stored image, for signed-in users only. `name` is without extension. */
export function imageResponse(
  request: Request,
  { image, mediaType }: { image: Buffer; mediaType: string },
  name: string,
): Response {
  const etag = `"${createHash('sha1').update(image).digest('base64url')}"`;
  if (request.headers.get('If-None-Match') === etag)
    return new Response(null, { status: 304, headers: { ETag: etag } });
  const extension = mediaType.replace(/^image\/|\+xml$/g, '');
  return new Response(new Uint8Array(image), {
    headers: {
      'Content-Type': mediaType,
      'Content-Disposition': `inline; filename="${name}.${extension}"`,
      'Cache-Control': 'private, no-cache',
      ETag: etag,
    },
  });
}
