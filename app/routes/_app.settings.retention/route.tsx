import type { SubmissionResult } from '@conform-to/react';
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ownPassword } from '~/components/administration/own-password';
import { SettingsPage } from '~/components/administration/settings-page';
import { getRetention, previewRetention, saveRetention } from '~/modules/retention/retention.server';
import {
  deletesBy,
  KIND_NAMES,
  KINDS,
  timeWords,
  type Kind,
} from '~/domain/network/settings/retention-kinds';
import type { Preview, Retention } from '~/domain/network/settings/retention.server';
import { DescribedForm, type FormDescription } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { typedText } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
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
      redirectTo: '/settings/retention',
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
  return (
    <SettingsPage
      title="Retention"
      description="Older data is deleted every hour and can’t be restored"
      shape="form"
    >
      <DescribedForm form={choices(kept)} answer={answer} />
    </SettingsPage>
  );
}

/** @param kept the stored values, or those that were counted and refused. */
const choices = (kept: Retention): FormDescription => ({
  intent: 'countRetention',
  submit: 'Preview',
  submitting: 'Counting...',
  fields: KIND_NAMES.map((kind) => ({
    kind: 'select',
    name: kind,
    label: KINDS[kind].label,
    hint: KINDS[kind].hint,
    value: String(kept[kind] ?? ''),
    none: KINDS[kind].forever ?? undefined,
    options: KINDS[kind].choices.map((days) => [days, timeWords(days)] as const),
  })),
});

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
  const form: FormDescription = {
    intent: 'saveRetention',
    submit: isLimited ? 'Delete and Save' : 'Save',
    variant: isLimited ? 'danger' : 'primary',
    fields: isLimited
      ? [
          {
            kind: 'text',
            name: 'about',
            text: `${total === 0 ? 'No data is that old yet. ' : ''}Deleted data can only be restored from a backup. Existing backups still contain it.`,
          },
          ownPassword(),
        ]
      : [],
  };
  return (
    <SettingsPage title="Retention" shape="form">
      <DescribedForm
        form={form}
        answer={answer}
        cancelTo="/settings/retention"
        above={
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
        }
      />
    </SettingsPage>
  );
}

const said = (kind: Kind, days: number | null) =>
  days === null ? (KINDS[kind].forever ?? '').toLowerCase() : timeWords(days);

const goes = (count: number | null) =>
  count === null
    ? 'too many to count will be deleted now'
    : `${count.toLocaleString('en-US')} will be deleted now`;
