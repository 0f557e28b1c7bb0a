import type { SubmissionResult } from '@conform-to/react';
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingDialog, SettingsTrouble } from '~/components/administration/dialogs';
import { OwnPassword } from '~/components/administration/user-fields';
import {
  getRetention,
  previewRetention,
  saveRetention,
} from '~/domain/administration/retention/retention.server';
import {
  deletesBy,
  KIND_NAMES,
  KINDS,
  timeWords,
  type Kind,
} from '~/domain/network/settings/retention-kinds';
import type { Preview, Retention } from '~/domain/network/settings/retention.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { useSent, typedText } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { SelectField } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Retention · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getRetention.spec.may);
  return { kept: await load(() => getRetention({ actor })) };
}

type Counted = { kept: Retention; gone: Preview };

export const action = (args: ActionFunctionArgs) =>
  submit<Counted>(args, {
    countRetention: button(previewRetention, (gone, { input }) => ({ shown: { kept: input, gone } }), {
      stays: true,
    }),
    saveRetention: button(saveRetention, () => ({
      redirectTo: '/settings',
      toast: { title: 'Retention updated' },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update retention');

export default function RetentionSettings() {
  const { kept } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered | { shown: Counted }>();
  if (answer && 'shown' in answer)
    return <Confirm kept={answer.shown.kept} before={kept} gone={answer.shown.gone} />;
  if (answer?.intent === 'saveRetention')
    return <Confirm kept={typed(answer.lastResult, kept)} before={kept} answer={answer} />;
  return <Choices kept={kept} answer={answer} />;
}

function Choices({ kept, answer }: { kept: Retention; answer: Answered | undefined }) {
  const sent = useSent(answer, 'countRetention', 'saveRetention');
  return (
    <SettingDialog
      title="Retention"
      description="Older data is deleted every hour and can’t be restored"
      answer={answer}
      intent="countRetention"
      submit="Preview"
      submitting="Counting..."
    >
      {KIND_NAMES.map((kind) => (
        <SelectField
          key={kind}
          label={KINDS[kind].label}
          name={kind}
          hint={KINDS[kind].hint}
          errors={sent?.error?.[kind]}
          defaultValue={typedText(sent, kind, String(kept[kind] ?? ''))}
          none={KINDS[kind].forever ?? undefined}
          options={KINDS[kind].choices.map((days) => [days, timeWords(days)])}
        />
      ))}
    </SettingDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;

/** The values as they were sent. */
const typed = (sent: SubmissionResult | undefined, kept: Retention): Retention => {
  const of = (kind: Kind) => {
    const text = typedText(sent, kind, String(kept[kind] ?? ''));
    return text === '' ? null : Number(text);
  };
  return {
    signatures: of('signatures'),
    photos: of('photos'),
    links: of('links'),
    events: of('events'),
    tasks: of('tasks'),
    visits: of('visits'),
    positions: of('positions') ?? kept.positions,
  };
};

type ConfirmProps = {
  kept: Retention;
  /** The stored values. */
  before: Retention;
  gone?: Preview;
  answer?: Answered;
};

function Confirm({ kept, before, gone, answer }: ConfirmProps) {
  const isLimited = deletesBy(kept, before);
  const total = gone && Object.values(gone).reduce<number>((sum, count) => sum + (count ?? Infinity), 0);
  return (
    <SettingDialog
      title="Retention"
      answer={answer}
      intent="saveRetention"
      submit={isLimited ? 'Delete and Save' : 'Save'}
      danger={isLimited}
    >
      <ul>
        {KIND_NAMES.map((kind) => (
          <li key={kind}>
            {KINDS[kind].label}: {said(kind, kept[kind])}
            {gone && kept[kind] !== null && (
              <>
                , <strong>{goes(gone[kind])}</strong>
              </>
            )}
            <input type="hidden" name={kind} value={kept[kind] ?? ''} />
          </li>
        ))}
      </ul>
      {isLimited && (
        <>
          <p>
            {total === 0 ? 'No data is that old yet. ' : ''}
            Deleted data can only be restored from a backup. Existing backups still contain it.
          </p>
          <OwnPassword required errors={answer?.lastResult.error?.ownPassword} />
        </>
      )}
    </SettingDialog>
  );
}

const said = (kind: Kind, days: number | null) =>
  days === null ? (KINDS[kind].forever ?? '').toLowerCase() : timeWords(days);

const goes = (count: number | null) =>
  count === null
    ? 'too many to count will be deleted now'
    : `${count.toLocaleString('en-US')} will be deleted now`;
