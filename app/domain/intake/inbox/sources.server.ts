/** The sources of documents. Each is off until an admin turns it on. */
import * as z from 'zod/v4';
import { IntakeSource } from 'db/models/intake';
import { row, rows } from 'db/connection';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { hasRole, rolesWithAll } from '~/domain/kernel/permissions';
import { untranslated } from '~/domain/kernel/sentence';
import { administer, differences, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { wakeKind } from '~/domain/platform/jobs/change-jobs.server';
import { INTAKE } from './job';
import { atSource, CreateSource, MakerAnswer, type Source, SourceAnswer, UpdateSource } from './schema';

const SOURCES = `
  select s.id, s.name, s.is_on as "on", s.user_id as "makerId", u.name as "makerName", u.dealerships[1] as dealership,
    (select count(*)::integer from intake_documents d where d.source_id = s.id and d.state = 'waiting') as waiting,
    to_json(s.last_at) #>> '{}' as "lastAt", to_json(s.created_at) #>> '{}' as "createdAt"
  from intake_sources s join users u on u.id = s.user_id`;

const MOST_SOURCES = 50;

export const listSources = query(
  { summary: 'The sources of documents', may: 'readInbox', answer: z.array(SourceAnswer) },
  () => rows<Source>(`${SOURCES} order by lower(s.name), s.id`),
);

export async function requireSource(sourceId: number): Promise<Source> {
  const source = await row<Source>(`${SOURCES} where s.id = $sourceId`, { sourceId });
  if (!source) throw notFound('Source');
  return source;
}

/** Without a source nothing of the inbox is shown. */
export const hasSources = async (): Promise<boolean> =>
  (await row('select 1 as one from intake_sources limit 1')) !== null;

/** Null without any source. Then nothing of the inbox is shown. */
export async function waitingDocuments(): Promise<number | null> {
  const sources = await rows<{ waiting: number }>(
    `select (select count(*)::integer from intake_documents d where d.source_id = s.id and d.state = 'waiting') as waiting
     from intake_sources s`,
  );
  return sources.length === 0 ? null : sources.reduce((sum, { waiting }) => sum + waiting, 0);
}

/** The people as whom orders of a source can be made. */
const MAKERS = `
  select id, name, dealerships[1] as dealership from users
  where deactivated_at is null and ${hasRole('roles', rolesWithAll('createTask'))}`;
type Maker = z.output<typeof MakerAnswer>;

export const listMakers = query(
  { summary: 'The people as whom orders can be made', may: 'manageIntake', answer: z.array(MakerAnswer) },
  () => rows<Maker>(`${MAKERS} order by lower(name), id`),
);

async function refuseOthers(makerId: number): Promise<void> {
  if (!(await row(`${MAKERS} and id = $makerId`, { makerId })))
    throw fieldRefusal('makerId', untranslated('mayMakeNoOrders', 'This person may not make orders'));
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
    about: 'Its orders are made as `makerId`, else as the admin who creates it or turns it on.',
    may: 'manageIntake',
    input: CreateSource,
    answer: SourceAnswer,
    creates: true,
    refusals: [409],
  },
  ({ actor, input: { name, on, makerId = actor.id } }) =>
    administer(actor, async () => {
      await refuseSameName(name, 0);
      await refuseOthers(makerId);
      if ((await IntakeSource.count()) >= MOST_SOURCES)
        throw conflict(untranslated('tooManySources', `There are already ${String(MOST_SOURCES)} sources`));
      const { id } = await IntakeSource.create({ name, userId: makerId, isOn: on }, { returning: ['id'] });
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
      const { makerId = on && !before.on ? actor.id : before.makerId } = input;
      if (input.makerId !== undefined) await refuseOthers(makerId);
      await IntakeSource.update({ name, isOn: on, userId: makerId }, { where: { id: sourceId } });
      await recordAdminEvent(actor, {
        act: 'intake.changed',
        target: { id: sourceId, name },
        changes: differences(
          { name: before.name, on: before.on, makerId: before.makerId },
          { name, on, makerId },
        ),
      });
      await wakeKind(INTAKE);
      return requireSource(sourceId);
    }),
);
