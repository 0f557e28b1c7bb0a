/** Where documents come from. Each source is off until an admin turns it on. */
import * as z from 'zod/v4';
import { IntakeSource } from 'db/models/intake';
import { row, rows } from 'db/connection';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, notFound } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { administer, differences, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { wakeKind } from '~/domain/platform/jobs/change-jobs.server';
import { INTAKE } from './job';
import { atSource, CreateSource, type Source, SourceAnswer, UpdateSource } from './schema';

const SOURCES = `
  select id, name, is_on as "on", user_id as "userId", to_json(last_at) #>> '{}' as "lastAt",
    to_json(created_at) #>> '{}' as "createdAt"
  from intake_sources`;

const MOST_SOURCES = 50;

export const listSources = query(
  { summary: 'The sources of documents', may: 'readInbox', answer: z.array(SourceAnswer) },
  () => rows<Source>(`${SOURCES} order by lower(name), id`),
);

export async function requireSource(sourceId: number): Promise<Source> {
  const source = await row<Source>(`${SOURCES} where id = $sourceId`, { sourceId });
  if (!source) throw notFound('Source');
  return source;
}

async function refuseSameName(name: string, sourceId: number): Promise<void> {
  if (
    await row('select 1 as one from intake_sources where name = $name and id <> $sourceId', {
      name,
      sourceId,
    })
  )
    throw conflict(untranslated('sourceExists', 'There is a source of this name'));
}

export const createSource = command(
  {
    summary: 'Creates a source of documents',
    about: 'Its orders are made as the admin who creates it or turns it on.',
    may: 'manageIntake',
    input: CreateSource,
    answer: SourceAnswer,
    creates: true,
    refusals: [409],
  },
  ({ actor, input: { name, on } }) =>
    administer(actor, async () => {
      await refuseSameName(name, 0);
      if ((await IntakeSource.count()) >= MOST_SOURCES)
        throw conflict(untranslated('tooManySources', `There are already ${String(MOST_SOURCES)} sources`));
      const { id } = await IntakeSource.create({ name, userId: actor.id, isOn: on }, { returning: ['id'] });
      await recordAdminEvent(actor, {
        act: 'intake.created',
        target: { id, name },
        changes: { name: [null, name], on: [null, on] },
      });
      return requireSource(id);
    }),
);

export const updateSource = command(
  {
    summary: 'Changes a source of documents, or turns it on or off',
    about: 'While it is off, documents are refused, and those that wait are not read.',
    may: 'manageIntake',
    at: atSource,
    input: UpdateSource,
    answer: SourceAnswer,
    refusals: [409],
  },
  ({ actor, sourceId, input }) =>
    administer(actor, async () => {
      const before = await requireSource(sourceId);
      if (input.name !== undefined) await refuseSameName(input.name, sourceId);
      const { name = before.name, on = before.on } = input;
      const userId = on && !before.on ? actor.id : before.userId;
      await IntakeSource.update({ name, isOn: on, userId }, { where: { id: sourceId } });
      await recordAdminEvent(actor, {
        act: 'intake.changed',
        target: { id: sourceId, name },
        changes: differences({ name: before.name, on: before.on }, { name, on }),
      });
      await wakeKind(INTAKE);
      return requireSource(sourceId);
    }),
);
