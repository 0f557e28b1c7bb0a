import { createHash } from 'node:crypto';
import { NoInput } from '~/domain/schema';
import { MapAnswerSchema } from '~/domain/tasks/answers';
import { getMap, mapVersion } from '~/domain/tasks/map.server';
import { api, read } from '~/http/api.server';
import { mapSettings } from '~/parts/map/settings.server';

const settingsTag = createHash('sha1').update(JSON.stringify(mapSettings)).digest('base64url').slice(0, 8);

export const { loader, action } = api({
  GET: read(
    { summary: "What the dispatcher's map shows", may: 'readBoard', input: NoInput, answer: MapAnswerSchema },
    async ({ actor }) => ({ ...(await getMap(actor)), settings: mapSettings }),
    {
      etag: async ({ actor }) => `W/"map-${String(await mapVersion(actor))}-${settingsTag}"`,
    },
  ),
});
