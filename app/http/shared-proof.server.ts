import type { StoredImage } from '~/domain/tasks/queries.server';
import { errorResponse } from './errors.server';
import { imageResponse } from './image.server';

/** What every answer under a customer's link carries: it is passed on to nobody, kept by nobody, found by nobody. */
export const SHARED_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
};

/** A picture under such a link. What is not there looks the same, whatever the reason. */
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
