import { businessToday } from '~/domain/network/settings/business-time.server';
import {
  boardKey,
  boardSince,
  boardVersion,
  getBoard,
  historySince,
} from '~/domain/views/board/board.server';
import { BoardAnswerSchema, BoardSince } from '~/domain/views/board/answers';
import { api, read } from '~/http/api.server';
import { partOf } from '~/http/part-of.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: "What the dispatcher's dashboard shows",
      about:
        'With `since`, only what has changed since that version, or everything if that version is too old.',
      may: 'readBoard',
      input: BoardSince,
      answer: BoardAnswerSchema,
    },
    ({ actor, input: { since }, version }) =>
      since === undefined ? getBoard(actor, version) : boardSince(actor, since, version),
    {
      versionOf: async ({ actor, input: { since } }) => {
        const version = await boardVersion(actor);
        const history = since === undefined ? null : await historySince(actor, version, since);
        const { input, part, key } = partOf(history, since);
        const tag = `${boardKey(actor)}-${businessToday()}${part}`;
        return {
          etag: `W/"board-${String(version)}-${tag}"`,
          input,
          cacheBy: { key: `${tag}${key}`, version },
        };
      },
    },
  ),
});
