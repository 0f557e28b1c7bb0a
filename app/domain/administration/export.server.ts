/** The audit log as CSV, piece by piece. */
import type { Actor } from '~/domain/actor';
import { CSV_BOM, toCsvLine } from '~/domain/csv';
import { ACT_LABELS, describe, whoOf } from './acts';
import { listAdminEvents } from './queries.server';
import type { AdminEventLine, ListAdminEvents } from './schema';

const HEADER = ['When (UTC)', 'Who', 'Username', 'What', 'To', 'Changes'];
const PIECE = 1_000;

/** Latest first, as the page shows them. */
export async function* exportAdminEvents(
  actor: Actor,
  filter: Pick<ListAdminEvents, 'actorId' | 'act'>,
): AsyncGenerator<string, void, undefined> {
  yield CSV_BOM + toCsvLine(HEADER);
  for (let before: number | undefined; ;) {
    const piece = await listAdminEvents({ actor, input: { ...filter, before, limit: PIECE } });
    yield piece.map(lineOf).join('');
    if (piece.length < PIECE) return;
    before = piece.at(-1)?.id;
  }
}

const lineOf = ({ act, actor, target, changes, createdAt }: AdminEventLine) =>
  toCsvLine([
    ...[new Date(createdAt).toISOString(), whoOf({ act, actor })],
    ...[actor?.username ?? '', ACT_LABELS[act], target.name, describe(changes).join('; ')],
  ]);
