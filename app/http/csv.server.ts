import { textStream } from './text-stream.server';

/** A CSV file to download, sent piece by piece while it is made. */
export function csvResponse(fileName: string, pieces: AsyncGenerator<string, void, undefined>): Response {
  return new Response(textStream(pieces), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
