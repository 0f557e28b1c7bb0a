import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { narrow } from '~/components/administration/settings-page.css';
import { SettingsPage } from '~/components/administration/settings-page';
import {
  type BackupLine,
  backUpNow,
  getBackups,
  saveBackupSettings,
} from '~/modules/backups/commands.server';
import { DescribedForm, type FormDescription } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { zoneName } from '~/domain/kernel/time';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner, EmptyState } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Stack } from '~/ui/layout';
import { megabytes } from '~/ui/megabytes';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';
import { WorkNote } from '~/ui/work-note';

export const meta: MetaFunction = () => [{ title: 'Backups · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getBackups.spec.may);
  const { settings, base, zone, backups } = await load(() => getBackups({ actor }));
  const form: FormDescription = {
    intent: 'saveBackups',
    submit: 'Save Backups',
    fields: [
      {
        name: 'at',
        label: 'Every day at',
        hint: `${zoneName(zone)}. Leave empty for no scheduled backups`,
        type: 'time',
        value: settings.at,
      },
      {
        name: 'keep',
        label: 'Files to keep',
        hint: 'Older files are deleted after a new backup has been created and verified',
        type: 'number',
        min: 1,
        max: 365,
        required: true,
        value: String(settings.keep),
      },
      {
        name: 'folder',
        label: 'Folder',
        hint: `Inside ${base} on the server. Backups contain everything, including secrets. Copy them to another machine`,
        maxLength: 200,
        value: settings.folder,
      },
    ],
  };
  const [latest = null] = backups;
  const isFresh = Date.now() - Date.parse(latest?.finishedAt ?? '') < TOLD_MS;
  return { form, backups, told: latest && (!isOver(latest) || isFresh) ? latest : null };
}

/** The end of a backup is told for so long. */
const TOLD_MS = 600_000;

const back = (title: string) => () => ({ redirectTo: '/settings/backups', toast: { title } });

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveBackups: button(saveBackupSettings, back('Backups updated')),
    backUpNow: button(backUpNow, back('Backup started')),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update backups');

export default function Backups() {
  const { form, backups, told } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const notStarted = answer?.intent === 'backUpNow' ? answer.problem : null;
  useFailureToast(notStarted);
  const pending = useNavigation().formData?.get('intent');
  return (
    <SettingsPage title="Backups" description="The entire database in one file, created on the server">
      <Stack gap={4}>
        <div className={narrow}>
          <DescribedForm form={form} answer={answer} />
        </div>
        {notStarted && <Banner tone="error">{notStarted.error}</Banner>}
        <Form method="post" preventScrollReset>
          <Button
            size="form"
            name="intent"
            value="backUpNow"
            pending={pending === 'backUpNow' && 'Starting...'}
          >
            Back Up Now
          </Button>
        </Form>
        <WorkNote
          loaded={told}
          pathOf={({ id }) => `/api/admin/backups/${String(id)}`}
          isOver={isOver}
          title={sentence}
          shareOf={({ progress }) => progress}
          to={null}
        />
        {backups.length > 0 ? <BackupTable backups={backups} /> : <EmptyState>No backups yet.</EmptyState>}
      </Stack>
    </SettingsPage>
  );
}

/** A backup that waits after a failure is told in the table. */
const isOver = ({ state, error }: BackupLine) =>
  state === 'done' || state === 'failed' || (state === 'waiting' && error !== null);

/** The table has the result. */
function sentence({ state, bytes }: BackupLine): string {
  if (state === 'done') return `The backup is done: ${megabytes(bytes ?? 0)}.`;
  if (state === 'failed') return 'The backup has failed.';
  return state === 'running'
    ? 'The backup is being made. You can leave this page.'
    : 'The backup begins shortly.';
}

function BackupTable({ backups }: { backups: BackupLine[] }) {
  return (
    <Table columns={['Started', 'Type', 'Status', 'Size', 'File']}>
      {backups.map((backup) => (
        <tr key={backup.id}>
          <td data-label="Started">
            <Time iso={backup.createdAt} />
          </td>
          <td data-label="Type">{backup.isScheduled ? 'Scheduled' : 'Manual'}</td>
          <td data-label="Status">
            <State backup={backup} />
          </td>
          <td data-label="Size">{backup.bytes === null ? '' : megabytes(backup.bytes)}</td>
          <td data-label="File">{backup.file?.split('/').at(-1) ?? ''}</td>
        </tr>
      ))}
    </Table>
  );
}

function State({ backup: { state, error, removedAt, nextTryAt } }: { backup: BackupLine }) {
  if (state === 'done') return removedAt ? 'Done, file deleted later' : 'Done';
  if (state === 'failed') return `Failed: ${error ?? ''}`;
  if (state === 'running') return 'In progress';
  if (!error || !nextTryAt) return 'Waiting';
  return (
    <>
      Failed: {error}. Next attempt <Time iso={nextTryAt} />
    </>
  );
}
