/** Names the columns of a file, shows what its rows become, and imports them. */
import type { SubmissionResult } from '@conform-to/react';
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingsPage } from '~/components/administration/settings-page';
import { chooseColumns, getMoveIn, rejectedRows, startMoveIn } from '~/modules/move-in/commands.server';
import { fieldsOf, KIND_LABELS, LEFT_OUT, OTHERWISE, programOf } from '~/modules/move-in/fields';
import { previewMoveIn } from '~/modules/move-in/preview.server';
import { firstValues, peopleFor } from '~/modules/move-in/shown.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { errorsUnder, useSent } from '~/forms/typed';
import { formRefusal, type Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { Columns } from './columns';
import { Offers } from './offers';
import { Look } from './preview';
import { Progress, Result } from './result';

export const meta: MetaFunction = () => [{ title: 'Columns · Move In · Parts Dispatch' }];

const SHOWN_VALUES = 3;
const SHOWN_REJECTED = 50;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, chooseColumns.spec.may);
  const moveInId = pathIdOr404(params.moveInId);
  return load(async () => {
    const { header, columns, ...file } = await getMoveIn({ actor, moveInId });
    const { kind, state } = file;
    if (state !== 'open') {
      const rejected = file.rejected > 0 ? await rejectedRows(actor, moveInId, SHOWN_REJECTED) : [];
      return { file, kind: KIND_LABELS[kind], open: null, rejected };
    }
    const preview = await previewMoveIn({ actor, moveInId });
    const values = await firstValues(moveInId, header.length, SHOWN_VALUES);
    const open = {
      columns: header.map((name, index) => ({
        name: name === '' ? `Column ${letters(index)}` : name,
        values: values[index] ?? [],
        field: columns[index] ?? LEFT_OUT,
      })),
      fields: [
        [LEFT_OUT, 'Leave out'] as const,
        ...Object.entries(fieldsOf(kind)).map(([field, { label }]) => [field, label] as const),
      ],
      otherwise: OTHERWISE[kind] && {
        label: OTHERWISE[kind].label,
        options: Object.entries(OTHERWISE[kind].options),
      },
      hasMoments: kind === 'tasks',
      hasDates: kind === 'tasks' || kind === 'shifts',
      program: programOf(header),
      preview,
      offered: preview.questions.length > 0 ? await peopleFor(kind) : [],
    };
    return { file, kind: KIND_LABELS[kind], open, rejected: [] };
  });
}

const LETTERS = 26;
/** As spreadsheets name columns: A to Z, then AA. */
const letters = (index: number): string =>
  (index >= LETTERS ? letters(Math.floor(index / LETTERS) - 1) : '') +
  String.fromCharCode(65 + (index % LETTERS));

export const action = (args: ActionFunctionArgs) => {
  const here = `/settings/move-in/${args.params.moveInId ?? ''}`;
  return submit(args, {
    chooseColumns: button(chooseColumns, () => ({ redirectTo: here, toast: null })),
    answerNames: button(chooseColumns, () => ({ redirectTo: here, toast: { title: 'Answers saved' } })),
    start: button(startMoveIn, () => ({ redirectTo: here, toast: null })),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to save the columns');

export default function MoveInFile() {
  const { file, kind, open, rejected } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const sent: SubmissionResult | undefined = useSent(answer, 'chooseColumns', 'answerNames', 'start');
  const refusal = formRefusal(answer);
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  useFailureToast(answer?.problem ?? null);
  return (
    <SettingsPage
      title={file.fileName}
      description={`${kind}, ${file.rowCount.toLocaleString('en-US')} rows`}
      back={{ to: '/settings/move-in', label: 'Move In' }}
    >
      <Stack gap={4}>
        {refusal && <Banner tone="error">{refusal}</Banner>}
        {open?.program && <Banner>It looks like an export of {open.program}.</Banner>}
        {open ? (
          <>
            <Offers offers={open.preview.offers} looked={open.preview.looked} />
            <Columns
              {...open}
              chosen={file}
              errors={{ columns: errorsUnder(errors, 'columns'), day: errorsUnder(errors, 'day') }}
            />
            <Look {...open} rowCount={file.rowCount} />
          </>
        ) : (
          <>
            <Progress loaded={file} />
            <Result file={file} rejected={rejected} />
          </>
        )}
      </Stack>
    </SettingsPage>
  );
}
