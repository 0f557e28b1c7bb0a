import type { StoredImage } from '~/domain/tasks/board/queries.server';
import { errorResponse } from './errors.server';
import { imageResponse } from './image.server';

/** The headers of all answers under a customer's link: no referrer, no caching, no search engines. */
export const SHARED_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
};

/** An image under such a link. The refusal is the same for every reason. */
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
