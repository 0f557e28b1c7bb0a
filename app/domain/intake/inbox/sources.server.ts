/** The sources of documents. Each is off until an admin turns it on. */
import * as z from 'zod/v4';
import { IntakeSource } from 'db/models/intake';
import { row, rows } from 'db/connection';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { hasRole, requirePerson, rolesWithAll } from '~/domain/kernel/permissions';
import { untranslated } from '~/domain/kernel/sentence';
import { namesOffered } from '~/domain/network/dealerships/dealerships.server';
import type { Changes } from '~/domain/platform/audit/acts';
import { administer, differences, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { ROUNDS, wakeKind } from '~/domain/platform/jobs/change-jobs.server';
import { seal } from '~/process/secret.server';
import { env } from '~/process/env.server';
import { fetchAnew } from './fetching.server';
import { INTAKE, WAYS_IN } from './job';
import { type SourceKind, type SourceSettings, WITH_SECRET } from './kinds';
import {
  atSource,
  CreateSource,
  type Source,
  SourceAnswer,
  SourceWithSettings,
  UpdateSource,
} from './schema';
import { refusedMailServer } from './mail-servers.server';
import { refuseShared } from './senders.server';

const COLUMNS = `
  s.id, s.name, s.is_on as "on", s.user_id as "makerId", u.name as "makerName",
  coalesce(s.dealership, u.dealerships[1]) as dealership, s.kind,
  (select count(*)::integer from intake_documents d where d.source_id = s.id and d.state = 'waiting') as waiting,
  to_json(s.last_at) #>> '{}' as "lastAt", s.last_error as "lastError",
  to_json(s.last_error_at) #>> '{}' as "lastErrorAt", to_json(s.failing_since) #>> '{}' as "failingSince", s.refused,
  to_json(s.created_at) #>> '{}' as "createdAt"`;
const FROM = 'from intake_sources s join users u on u.id = s.user_id';
const ONE = `
  select ${COLUMNS}, jsonb_build_object('kind', s.kind) || s.settings as settings, s.secret is not null as "hasSecret"
  ${FROM} where s.id = $sourceId`;

const MOST_SOURCES = 50;

export const listSources = query(
  { summary: 'The sources of documents', may: 'readInbox', answer: z.array(SourceAnswer) },
  () => rows<Source>(`select ${COLUMNS} ${FROM} order by lower(s.name), s.id`),
);

export const getSource = query(
  {
    summary: 'One source of documents, with its settings',
    may: 'manageIntake',
    at: atSource,
    answer: SourceWithSettings,
  },
  ({ sourceId }) => requireSource(sourceId),
);

export async function requireSource(sourceId: number): Promise<SourceWithSettings> {
  const source = await row<SourceWithSettings>(ONE, { sourceId });
  if (!source) throw notFound('Source');
  return source;
}

/** Without a source nothing of the inbox is shown. */
export const hasSources = async (): Promise<boolean> =>
  (await row('select 1 as one from intake_sources limit 1')) !== null;

/** The people as whom orders of a source can be made. */
const MAKERS = `
  select id from users
  where deactivated_at is null and ${hasRole('roles', rolesWithAll('createTask'))}`;

async function refuseOtherDealership(dealership: string | null | undefined): Promise<void> {
  if (dealership && !(await namesOffered()).includes(dealership))
    throw fieldRefusal('dealership', untranslated('noSuchDealership', 'There is no such dealership'));
}

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

/** @throws invalid for settings that contradict those of other sources. */
async function checkSettings(settings: SourceSettings, sourceId: number): Promise<void> {
  if (settings.kind === 'port') await refuseShared(settings.senders, sourceId);
  if (settings.kind === 'folder') await refuseSameFolder(settings.folder, sourceId);
  if (settings.kind === 'mail') {
    const refusal = refusedMailServer(settings.host);
    if (refusal !== null) throw fieldRefusal('host', untranslated('privateMailServer', refusal));
  }
}

const SAME_FOLDER = `
  select name from intake_sources
  where kind = 'folder' and id <> $sourceId and lower(settings ->> 'folder') = lower($folder)`;

async function refuseSameFolder(folder: string, sourceId: number): Promise<void> {
  if (env.INTAKE_DIR === undefined)
    throw fieldRefusal('folder', untranslated('noIntakeDir', 'Set INTAKE_DIR on the server first'));
  const other = await row<{ name: string }>(SAME_FOLDER, { folder, sourceId });
  if (other) throw fieldRefusal('folder', untranslated('folderTaken', `It belongs to ${other.name}`));
}

/** A stored password must not go to a server that was entered later. */
function refuseOtherServer(before: SourceSettings, settings: SourceSettings): void {
  if (before.kind !== 'mail' || settings.kind !== 'mail') return;
  const serverOf = ({ host, port, security, user }: typeof before) => [host, port, security, user].join(' ');
  if (serverOf(before) !== serverOf(settings))
    throw fieldRefusal('secret', untranslated('passwordAgain', 'Enter the password again'));
}

/** The columns of a secret that was given; an empty one is taken away. */
function sealed(kind: SourceKind, secret: string | undefined): { secret?: Buffer | null } {
  if (secret === undefined) return {};
  if (!WITH_SECRET.includes(kind))
    throw fieldRefusal('secret', untranslated('noSecret', 'This way in has no password'));
  return { secret: secret === '' ? null : seal(secret) };
}

const secretChange = (secret: string | undefined): Changes =>
  secret === undefined ? {} : { password: [null, secret === '' ? 'removed' : 'replaced'] };

export const createSource = command(
  {
    summary: 'Creates a source of documents',
    about:
      'Its orders are made as `makerId`, else as the admin who creates it or turns it on. API tokens make only sources of the kind `api`.',
    may: 'manageIntake',
    input: CreateSource,
    answer: SourceWithSettings,
    creates: true,
    refusals: [409],
  },
  async ({ actor, input: { name, on, makerId = actor.id, dealership = null, settings, secret } }) => {
    if (settings.kind !== 'api') requirePerson(actor);
    return administer(actor, async () => {
      await refuseSameName(name, 0);
      await refuseOthers(makerId);
      await refuseOtherDealership(dealership);
      await checkSettings(settings, 0);
      if ((await IntakeSource.count()) >= MOST_SOURCES)
        throw conflict(untranslated('tooManySources', `There are already ${String(MOST_SOURCES)} sources`));
      const { kind, ...own } = settings;
      const { id } = await IntakeSource.create(
        { name, userId: makerId, dealership, isOn: on, kind, settings: own, ...sealed(kind, secret) },
        { returning: ['id'] },
      );
      await recordAdminEvent(actor, {
        act: 'intake.created',
        target: { id, name },
        changes: { ...differences({}, { name, on, dealership, ...settings }), ...secretChange(secret) },
      });
      await wakeKind(ROUNDS + WAYS_IN);
      await fetchAnew(id);
      return requireSource(id);
    });
  },
);

export const updateSource = command(
  {
    summary: 'Changes a source of documents, or turns it on or off',
    about:
      'While it is off, documents are refused, and those that wait are not read. `settings` are given whole. API tokens can’t change settings and passwords.',
    may: 'manageIntake',
    at: atSource,
    input: UpdateSource,
    answer: SourceWithSettings,
    refusals: [409],
  },
  async ({ actor, sourceId, input }) => {
    if (input.settings !== undefined || input.secret !== undefined) requirePerson(actor);
    return administer(actor, async () => {
      const before = await requireSource(sourceId);
      if (input.name !== undefined) await refuseSameName(input.name, sourceId);
      const { name = before.name, on = before.on, settings = before.settings, secret } = input;
      const { dealership = before.dealership } = input;
      const { makerId = on && !before.on ? actor.id : before.makerId } = input;
      const { kind, ...own } = settings;
      if (kind !== before.kind)
        throw fieldRefusal('settings', untranslated('kindStays', 'The way in of a source does not change'));
      if (input.makerId !== undefined) await refuseOthers(makerId);
      if (input.dealership !== before.dealership) await refuseOtherDealership(input.dealership);
      if (secret === undefined) refuseOtherServer(before.settings, settings);
      if (input.settings !== undefined || (on && !before.on)) await checkSettings(settings, sourceId);
      await IntakeSource.update(
        {
          name,
          isOn: on,
          userId: makerId,
          dealership: input.dealership,
          settings: own,
          ...sealed(kind, secret),
        },
        { where: { id: sourceId } },
      );
      await recordAdminEvent(actor, {
        act: 'intake.changed',
        target: { id: sourceId, name },
        changes: {
          ...differences(
            {
              name: before.name,
              on: before.on,
              makerId: before.makerId,
              dealership: before.dealership,
              ...before.settings,
            },
            { name, on, makerId, dealership, ...settings },
          ),
          ...secretChange(secret),
        },
      });
      await wakeKind(INTAKE);
      await wakeKind(ROUNDS + WAYS_IN);
      await fetchAnew(sourceId);
      return requireSource(sourceId);
    });
  },
);

/** Notes why a document was refused, or why none can come, for admins. @param error null when all is well again. */
export const noteSourceError = (sourceId: number, error: string | null) =>
  rows(NOTE, { sourceId, error: error?.slice(0, LONGEST_ERROR) ?? null });
const LONGEST_ERROR = 300;
const NOTE = `
  update intake_sources set last_error = $error, last_error_at = case when $error::text is not null then now() end
  where id = $sourceId and (last_error is not null or $error::text is not null)`;
