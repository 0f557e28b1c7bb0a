import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { SettingsTrouble } from '~/components/administration/dialogs';
import {
  type BackupLine,
  backUpNow,
  getBackups,
  saveBackupSettings,
} from '~/domain/administration/backups/commands.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { zoneName } from '~/domain/kernel/time';
import { useSent, typedText } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner, EmptyState } from '~/ui/banner';
import { Button } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { InputField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { megabytes } from '~/ui/megabytes';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Backups · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getBackups.spec.may);
  return load(() => getBackups({ actor }));
}

const back = (title: string) => () => ({ redirectTo: '/settings/backups', toast: { title } });

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveBackups: button(saveBackupSettings, back('Backups updated')),
    backUpNow: button(backUpNow, back('Backup started')),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update backups');

export default function Backups() {
  const { settings, base, zone, backups } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  useFailureToast(answer?.problem ?? null);
  const sent = useSent(answer, 'saveBackups');
  const pending = useNavigation().formData?.get('intent');
  return (
    <RouteDialog
      title="Backups"
      description="The entire database in one file, created on the server"
      closeTo="/settings"
      size="wide"
    >
      <Stack gap={4}>
        {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
        <Form method="post" preventScrollReset>
          <Stack gap={3}>
            <InputField
              label="Every day at"
              name="at"
              id="backup-at"
              type="time"
              hint={`${zoneName(zone)}. Leave empty for no scheduled backups`}
              errors={sent?.error?.at}
              defaultValue={typedText(sent, 'at', settings.at)}
            />
            <InputField
              label="Files to keep"
              name="keep"
              id="backup-keep"
              type="number"
              min={1}
              max={365}
              required
              hint="Older files are deleted after a new backup has been created and verified"
              errors={sent?.error?.keep}
              defaultValue={typedText(sent, 'keep', String(settings.keep))}
            />
            <InputField
              label="Folder"
              name="folder"
              id="backup-folder"
              maxLength={200}
              hint={`Inside ${base} on the server. Backups contain everything, including secrets. Copy them to another machine`}
              errors={sent?.error?.folder}
              autoComplete="off"
              defaultValue={typedText(sent, 'folder', settings.folder)}
            />
            <Inline>
              <Button
                size="form"
                variant="primary"
                name="intent"
                value="saveBackups"
                pending={pending === 'saveBackups' && 'Saving...'}
              >
                Save Backups
              </Button>
            </Inline>
          </Stack>
        </Form>
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
        {backups.length > 0 ? <BackupTable backups={backups} /> : <EmptyState>No backups yet.</EmptyState>}
      </Stack>
    </RouteDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;

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
