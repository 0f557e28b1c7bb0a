import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { useState, type ComponentProps } from 'react';
import * as css from '~/components/shifts/forms.css';
import { mergeShift, shiftOf } from '~/components/shifts/forms.server';
import { ShiftTrouble, shiftsPath } from '~/components/shifts/shifts-links';
import { listDealershipNames } from '~/domain/network/dealerships/dealerships.server';
import { settleChoices } from '~/domain/kernel/form-merge';
import { enterShift, getShift } from '~/domain/network/shifts/commands.server';
import { SHIFT_FIELDS, SHIFT_KEYS, textsOf } from '~/domain/network/shifts/fields';
import { newFormKey } from '~/forms/answers.server';
import { ConflictChoices } from '~/forms/conflict-choices';
import { BeginsAnew } from '~/forms/draft-notice';
import { FormDialog, useKeptForm } from '~/forms/form-dialog';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { useSent, typedText } from '~/forms/typed';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load, pathValues } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { dayWords } from '~/ui/days';
import { InputField, SelectField } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Shift · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, enterShift.spec.may);
  const at = pathValues(enterShift.spec, (name) => params[name]) as { driverId: number; day: string };
  return load(async () => {
    const [{ driver, shift }, dealerships] = await Promise.all([
      getShift({ actor, ...at }),
      listDealershipNames({ actor }),
    ]);
    const { startPlace, endPlace } = textsOf(shift);
    // A place that was retired stays in its shift.
    const places = [...new Set([...dealerships, startPlace, endPlace])].filter(Boolean);
    const opened = { texts: textsOf(shift), version: shift?.version ?? 0, formKey: newFormKey() };
    return { driver, day: at.day, opened, places };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    save: button(
      enterShift,
      (saved) => ({
        redirectTo: shiftsPath(new URL(args.request.url).search),
        toast: { title: saved ? 'Shift saved' : 'Shift removed' },
      }),
      { merge: SHIFT_FIELDS, merging: mergeShift, compose: shiftOf },
    ),
  });

export const clientAction = keepDialogOnNetworkError('Failed to save the shift', (form) => {
  settleChoices(form, Object.values(SHIFT_FIELDS));
});

export default function ShiftOfDay() {
  const { driver, day } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  // After a conflict, a new form starts with the merged values.
  return (
    <BeginsAnew key={`${driver}-${day}-${String(answer?.conflict?.version ?? '')}`}>
      {(again) => <ShiftForm again={again} />}
    </BeginsAnew>
  );
}

function ShiftForm({ again }: { again: () => void }) {
  const { driver, day, places, ...loaded } = useLoaderData<typeof loader>();
  // The form keeps the shift that it was opened with, so that a later change by others counts as a conflict.
  const [opened] = useState(loaded.opened);
  const answer = useAnswer<Answered>();
  const { problem = null, conflict } = answer ?? {};
  const sent = useSent(answer, 'save');
  const kept = useKeptForm(answer, again);
  /** The value of a hidden field: as sent, else as in the draft, else as loaded. */
  const hidden = (name: string, loadedValue: string) =>
    (answer ? undefined : kept.draft.hidden(name)) ?? typedText(sent, name, loadedValue);
  useFailureToast(problem);
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  const typed = (key: (typeof SHIFT_KEYS)[number]) => typedText(sent, key, opened.texts[key]);
  const field = (key: (typeof SHIFT_KEYS)[number]) => ({
    name: key,
    id: `shift-${key}`,
    label: SHIFT_FIELDS[key].label,
    errors: errors[key],
  });
  return (
    <FormDialog
      title={driver}
      description={dayWords(day)}
      size="form"
      closeTo={shiftsPath(useLocation().search)}
      refusal={problem?.fields || conflict ? undefined : problem?.error}
      intent="save"
      submit="Save"
      submitting="Saving..."
      kept={kept}
    >
      {conflict && <ConflictChoices conflict={conflict} what="shift" save="Save" />}
      <input type="hidden" name="_key" value={opened.formKey} />
      <input type="hidden" name="version" value={hidden('version', String(opened.version))} />
      {SHIFT_KEYS.map((key) => (
        <input key={key} type="hidden" name={`_${key}`} value={hidden(`_${key}`, opened.texts[key])} />
      ))}
      <InputField
        {...field('hours')}
        hint={SHIFT_FIELDS.hours.hint}
        errors={errors.hours ?? errors.start ?? errors.end}
        defaultValue={typed('hours')}
        autoComplete="off"
        maxLength={40}
        data-autofocus={conflict ? undefined : ''}
      />
      <div className={css.pair}>
        <InputField
          {...field('breakMinutes')}
          type="number"
          min={0}
          max={480}
          defaultValue={typed('breakMinutes')}
        />
        <InputField
          {...field('breakFrom')}
          hint={SHIFT_FIELDS.breakFrom.hint}
          defaultValue={typed('breakFrom')}
          autoComplete="off"
          maxLength={10}
        />
      </div>
      <div className={css.pair}>
        <Places
          {...field('startPlace')}
          none="The driver’s start location"
          places={places}
          chosen={typed('startPlace')}
        />
        <Places {...field('endPlace')} none="At the last stop" places={places} chosen={typed('endPlace')} />
      </div>
    </FormDialog>
  );
}

type PlacesProps = Omit<ComponentProps<typeof SelectField>, 'options' | 'defaultValue'> & {
  places: string[];
  chosen: string;
};

const Places = ({ places, chosen, ...field }: PlacesProps) => (
  <SelectField {...field} defaultValue={chosen} options={places.map((name) => [name, name])} />
);

export const ErrorBoundary = ShiftTrouble;
