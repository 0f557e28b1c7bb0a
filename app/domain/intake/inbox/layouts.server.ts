/** The layouts that a source was taught. */
import * as z from 'zod/v4';
import { IntakeLayout } from 'db/models/intake';
import { row, rows } from 'db/connection';
import { command, query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { administer, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { readAgain } from './documents.server';
import { atLayout, atSource, LayoutAnswer, type StoredLayout } from './schema';
import { requireSource } from './sources.server';

const LAYOUTS = `
  select id, source_id as "sourceId", name, to_json(created_at) #>> '{}' as "createdAt" from intake_layouts`;

export const listLayouts = query(
  {
    summary: 'The layouts that a source was taught',
    may: 'readInbox',
    at: atSource,
    answer: z.array(LayoutAnswer),
  },
  async ({ sourceId }) => {
    await requireSource(sourceId);
    return rows<StoredLayout>(`${LAYOUTS} where source_id = $sourceId order by id`, { sourceId });
  },
);

async function requireLayout(layoutId: number): Promise<StoredLayout> {
  const layout = await row<StoredLayout>(`${LAYOUTS} where id = $layoutId`, { layoutId });
  if (!layout) throw notFound('Layout');
  return layout;
}

export const getLayout = query(
  { summary: 'One layout', may: 'readInbox', at: atLayout, answer: LayoutAnswer },
  ({ layoutId }) => requireLayout(layoutId),
);

export const deleteLayout = command(
  {
    summary: 'Deletes a layout',
    about: 'Documents that wait are read again. Orders that were made stay.',
    may: 'manageIntake',
    at: atLayout,
    answer: LayoutAnswer,
  },
  ({ actor, layoutId }) =>
    administer(actor, async () => {
      const layout = await requireLayout(layoutId);
      const { sourceId, name } = layout;
      await IntakeLayout.destroy({ where: { id: layoutId } });
      await recordAdminEvent(actor, { act: 'intake.forgotten', target: { id: layoutId, name } });
      await readAgain(sourceId, null);
      return layout;
    }),
);
