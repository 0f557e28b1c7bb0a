import { createHash } from 'node:crypto';
import { Nothing } from '~/domain/tasks/form-inputs.server';
import { getMap, mapVersion } from '~/domain/tasks/map.server';
import { api, read } from '~/http/api.server';
import { mapSettings } from '~/parts/map/settings.server';

const settingsTag = createHash('sha1').update(JSON.stringify(mapSettings)).digest('base64url').slice(0, 8);

export const { loader, action } = api({
  GET: read(Nothing, async ({ actor }) => ({ ...(await getMap(actor)), settings: mapSettings }), {
    etag: async ({ actor }) => `W/"map-${String(await mapVersion(actor))}-${settingsTag}"`,
  }),
});
