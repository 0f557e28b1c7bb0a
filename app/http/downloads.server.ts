/** Answers that are files: CSV, images, and images under a customer's link. */
import { createHash } from 'node:crypto';
import type { StoredImage } from '~/domain/tasks/store/queries.server';
import { errorResponse } from './errors.server';
import { STORED_AND_CHECKED } from './response-cache.server';

/** A CSV download as a stream. The next piece is made after the last one was sent. */
export function csvResponse(fileName: string, pieces: AsyncGenerator<string, void, undefined>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'private, no-store',
    },
  });
}

/** A stored image, for signed-in users only. `name` has no extension. */
export function imageResponse(
  request: Request,
  { image, mediaType }: { image: Buffer; mediaType: string },
  name: string,
): Response {
  const extension = mediaType.replace(/^image\/|\+xml$/g, '');
  return checkedResponse(request, new Uint8Array(image), {
    'Content-Type': mediaType,
    'Content-Disposition': `inline; filename="${name}.${extension}"`,
    'Cache-Control': STORED_AND_CHECKED,
  });
}

/** The browser stores it, and asks each time if it has changed. */
export function checkedResponse(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Response {
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
  if (request.headers.get('If-None-Match') === etag)
    return new Response(null, { status: 304, headers: { ETag: etag } });
  return new Response(body, { headers: { ...headers, ETag: etag } });
}

/** The headers of all answers under a customer's link. They prevent referrers, caching and search engines. */
export const SHARED_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
};

/** An image under a customer's link. The refusal is the same for every reason. */
export async function sharedImage(
  request: Request,
  name: string,
  open: () => Promise<StoredImage | null>,
): Promise<Response> {
  const response = await answer(request, name, open);
  for (const [header, value] of Object.entries(SHARED_HEADERS)) response.headers.set(header, value);
  return response;
}

async function answer(request: Request, name: string, open: () => Promise<StoredImage | null>) {
  try {
    const image = await open();
    return image ? imageResponse(request, image, name) : new Response('Not found', { status: 404 });
  } catch (error) {
    return errorResponse(error);
  }
}
