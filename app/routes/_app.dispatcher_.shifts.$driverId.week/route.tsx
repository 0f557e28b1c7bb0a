/** A driver's week as a form with seven fields. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { useState } from 'react';
import * as css from '~/components/shifts/forms.css';
import { changedDays } from '~/components/shifts/forms.server';
import { ShiftTrouble, shiftsPath } from '~/components/shifts/shifts-links';
import { getWeek, saveWeek, today } from '~/domain/network/shifts/commands.server';
import { fieldOfDay } from '~/domain/network/shifts/fields';
import { CHANGED_MEANWHILE, daysOf, weekOf } from '~/domain/network/shifts/hours';
import { dateLabel } from '~/domain/kernel/time';
import { newFormKey } from '~/forms/answers.server';
import { BeginsAnew } from '~/forms/draft-notice';
import { FormDialog, useKeptForm } from '~/forms/form-dialog';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { useSent, typedText } from '~/forms/typed';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { weekday, WEEKDAYS } from '~/ui/days';
import { InputField } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Week · Parts Dispatch' }];

function readParams({ request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>) {
  const days = daysOf(new URL(request.url).searchParams.get('week') ?? '') ?? daysOf(weekOf(today())) ?? [];
  return { driverId: pathIdOr404(params.driverId), days };
}

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requirePage(args.request, saveWeek.spec.may);
  const { driverId, days } = readParams(args);
  const { driver, shown } = await load(() => getWeek(actor, driverId, days));
  return { driver, days, shown, formKey: newFormKey() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    {
      saveWeek: button(
        saveWeek,
        () => ({ redirectTo: shiftsPath(new URL(args.request.url).search), toast: { title: 'Week saved' } }),
        { compose: changedDays },
      ),
    },
    {
      extra: async ({ actor }) => {
        const { driverId, days } = readParams(args);
        return { now: (await load(() => getWeek(actor, driverId, days))).shown };
      },
    },
  );

export const clientAction = keepDialogOnNetworkError('Failed to save the week');

type Shown = Record<string, { hours: string; version: number }>;

export default function WeekOfDriver() {
  return <BeginsAnew>{(again) => <WeekDialog again={again} />}</BeginsAnew>;
}

function WeekDialog({ again }: { again: () => void }) {
  const { driver, days, ...loaded } = useLoaderData<typeof loader>();
  // The form keeps the shifts that it was opened with, so that a later change by others counts as a conflict.
  const [opened] = useState(loaded);
  const answer = useAnswer<Answered & { now?: Shown }>();
  const { problem = null, now } = answer ?? {};
  const sent = useSent(answer, 'saveWeek');
  useFailureToast(problem);
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  // The next press may overwrite only the changes that this answer shows.
  const conflictOn = (day: string) =>
    problem?.error === CHANGED_MEANWHILE && errors[fieldOfDay(day)] ? now?.[day] : undefined;
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const kept = useKeptForm(answer, again, first);
  /** The value of a hidden field: as sent, else as in the draft, else as loaded. */
  const hidden = (name: string, loadedValue: string) =>
    (answer ? undefined : kept.draft.hidden(name)) ?? typedText(sent, name, loadedValue);
  return (
    <FormDialog
      title={driver}
      description={`${dateLabel(first)} – ${dateLabel(last)}`}
      size="form"
      closeTo={shiftsPath(useLocation().search)}
      refusal={problem?.error}
      intent="saveWeek"
      submit="Save Week"
      submitting="Saving..."
      kept={kept}
    >
      <p>Hours like 8:00 AM–4:30 PM or 8a–4:30p. Empty: no shift. Breaks and places of a day stay.</p>
      <input type="hidden" name="_key" value={opened.formKey} />
      <div className={css.days}>
        {days.map((day, index) => {
          const { hours = '', version = 0 } = opened.shown[day] ?? {};
          const name = fieldOfDay(day);
          const was = conflictOn(day)?.hours ?? hidden(`was_${name}`, hours);
          const seen = conflictOn(day)?.version ?? hidden(`seen_${name}`, String(version));
          return (
            <div key={day}>
              <input type="hidden" name={`was_${name}`} value={was} />
              <input type="hidden" name={`seen_${name}`} value={seen} />
              <InputField
                label={`${WEEKDAYS[weekday(day)] ?? ''} ${String(Number(day.slice(8)))}`}
                name={name}
                id={`week-${day}`}
                errors={errors[name]}
                defaultValue={typedText(sent, name, hours)}
                autoComplete="off"
                maxLength={40}
                data-autofocus={index === 0 ? '' : undefined}
              />
            </div>
          );
        })}
      </div>
    </FormDialog>
  );
}

export const ErrorBoundary = ShiftTrouble;
