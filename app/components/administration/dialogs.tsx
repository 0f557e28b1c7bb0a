/** Dialogs over the settings. Dialogs about users close to the list of users. */
import { useLocation } from '@remix-run/react';
import type { ComponentProps } from 'react';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { FormDialog, formRefusal } from '~/forms/form-dialog';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { usersPath } from './admin-links';

type Props = Omit<ComponentProps<typeof FormDialog>, 'closeTo' | 'gap' | 'refusal'> & {
  answer: Answered | undefined;
  /** The reason of a refusal, when it differs from the problem of the answer. */
  refusal?: string | undefined;
};

export function UserDialog({ answer, refusal = answer?.problem?.error, ...form }: Props) {
  useFailureToast(answer?.problem ?? null);
  return <FormDialog {...form} closeTo={usersPath(useLocation().search)} gap={4} refusal={refusal} />;
}

type SettingProps = Omit<
  ComponentProps<typeof FormDialog>,
  'closeTo' | 'size' | 'refusal' | 'submit' | 'submitting'
> &
  Partial<Pick<ComponentProps<typeof FormDialog>, 'submit' | 'submitting'>> & {
    answer: Answered | undefined;
  };

/** A dialog for one setting of the network. */
export function SettingDialog({ answer, submit = 'Save', submitting = 'Saving...', ...form }: SettingProps) {
  useFailureToast(answer?.problem ?? null);
  return (
    <FormDialog
      {...form}
      closeTo="/settings"
      size="form"
      refusal={formRefusal(answer)}
      submit={submit}
      submitting={submitting}
    />
  );
}

/** Replaces a dialog over the settings when it can't be shown. */
export const SettingsTrouble = () => <DialogTrouble closeTo="/settings" />;
