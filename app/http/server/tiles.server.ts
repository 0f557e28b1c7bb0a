/** `/tiles/<build id>/z/x/y.mvt`: street tiles of the region, for signed-in users. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readTile } from '~/domain/geography/region/region.server';
import { findActor } from '~/http/session.server';

export const TILES = '/tiles/';
const PATH = /^\/tiles\/([\w-]{1,40})\/(\d{1,2})\/(\d{1,8})\/(\d{1,8})(?:\.mvt)?$/;

// A tile never changes, because another build has another id. It is private, because it needs a session.
const FOR_EVER = 'private, max-age=31536000, immutable';
const unzip = promisify(gunzip);

export async function answerTile(request: Request): Promise<Response> {
  if (!(await findActor(request)))
    return Response.json({ error: 'Authentication required' }, { status: 401 });
  const [, id = '', ...place] = PATH.exec(new URL(request.url).pathname) ?? [];
  const [z = 0, x = 0, y = 0] = place.map(Number);
  const tile = await readTile(id, [z, x, y]);
  if (!tile) return Response.json({ error: 'This street map is not served' }, { status: 404 });
  const headers = new Headers({ 'Cache-Control': FOR_EVER, Vary: 'Accept-Encoding' });
  if (!tile.bytes) return new Response(null, { status: 204, headers });
  headers.set('Content-Type', 'application/vnd.mapbox-vector-tile');
  const takesZipped = /\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '');
  if (tile.isZipped && takesZipped) headers.set('Content-Encoding', 'gzip');
  const isUnpacked = tile.isZipped && !takesZipped;
  return new Response(new Uint8Array(isUnpacked ? await unzip(tile.bytes) : tile.bytes), { headers });
}
