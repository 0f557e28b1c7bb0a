/** Loads what has changed since the board that the page shows. In the browser only. */
import { suggestedRoute } from '~/components/map/map-params';
import { type Board, type BoardChanges, FIND_FROM } from '~/domain/views/board/board';
import { changedBoard } from '~/domain/views/board/changes';
import type { FoundTasks } from '~/domain/views/board/find.server';
import { readFilters } from './filters';

/**
 * @param before the board that the page shows, or null.
 * @returns null when the server has to make the page's data: nothing is shown yet, the address needs more, or an answer
 * was a refusal, which the loader knows how to show.
 */
export async function loadChanges({ url, signal }: Request, before: Board | null) {
  const { search } = new URL(url);
  if (!before || suggestedRoute(search) !== null) return null;
  const { text } = readFilters(search);
  const [board, found] = await Promise.all([
    ask<Board | BoardChanges>(`/api/board?since=${String(before.liveVersion)}`, signal),
    text.length < FIND_FROM
      ? { answer: null }
      : ask<FoundTasks | null>(`/api/tasks/find?${new URLSearchParams({ q: text })}`, signal),
  ]);
  if (!board || !found) return null;
  return {
    ...('since' in board.answer ? changedBoard(before, board.answer) : board.answer),
    changedLists: 'since' in board.answer ? board.answer.lists : null,
    found: found.answer,
    loadedAt: new Date().toISOString(),
  };
}

/** @returns null for a refusal. */
async function ask<Answer>(path: string, signal: AbortSignal): Promise<{ answer: Answer } | null> {
  // Each version is requested once, so there is no use in caching the answer.
  const response = await fetch(path, { signal, headers: { Accept: 'application/json' }, cache: 'no-store' });
  return response.ok ? { answer: (await response.json()) as Answer } : null;
}
