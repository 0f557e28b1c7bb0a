import { createReadableStreamFromReadable } from '@remix-run/node';
import { Readable } from 'node:stream';
import { rejectsFile } from '~/domain/accounts/import/rejects.server';
import { NoInput } from '~/domain/schema';
import { api, pathId, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(NoInput, async ({ actor, params }) => {
    const id = pathId(params.importId);
    const lines = await rejectsFile(actor, id);
    return new Response(createReadableStreamFromReadable(Readable.from(lines)), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="rejected-rows-${String(id)}.csv"`,
        'Cache-Control': 'private, no-store',
      },
    });
  }),
});
