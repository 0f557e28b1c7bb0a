import { createHash } from 'node:crypto';
import { getMap, mapHistory, mapKey, mapSince, mapVersion } from '~/domain/views/map/map.server';
import { MapAnswerSchema, MapSince } from '~/domain/views/map/answers';
import { mapSettings } from '~/domain/geography/region/region.server';
import type { Actor } from '~/domain/kernel/actor';
import { api, read } from '~/http/api.server';
import { partOf } from '~/http/part-of.server';

const settingsTag = (actor: Actor) =>
  createHash('sha1')
    .update(JSON.stringify(mapSettings(actor)))
    .digest('base64url')
    .slice(0, 8);

export const { loader, action } = api({
  GET: read(
    {
      summary: "What the dispatcher's map shows",
      about:
        'With `since`, only what has changed since that version, or everything if that version is too old.',
      may: 'readBoard',
      input: MapSince,
      answer: MapAnswerSchema,
    },
    async ({ actor, input: { since }, version }) => {
      const map = since === undefined ? await getMap(actor, version) : await mapSince(actor, since, version);
      return { ...map, settings: mapSettings(actor) };
    },
    {
      versionOf: async ({ actor, input: { since } }) => {
        const version = await mapVersion(actor);
        const history = since === undefined ? null : await mapHistory(actor, version, since);
        const { input, part, key } = partOf(history, since);
        const tag = `${mapKey(actor)}-${settingsTag(actor)}${part}`;
        return {
          etag: `W/"map-${String(version)}-${tag}"`,
          input,
          cacheBy: { key: `${tag}${key}`, version },
        };
      },
    },
  ),
});
