import { useLocation } from '@remix-run/react';
import { useEffect, useState, type RefObject } from 'react';
import type { TaskStatus } from '~/domain/tasks/model/task';
import type { Boxes, BoxName } from './form-parts';

type Now = {
  version?: number | undefined;
  formKey: string;
  statuses: TaskStatus[];
  values: Partial<Boxes>;
};

/** Fields that change together with the status. */
const OF_STATUS: BoxName[] = ['status', 'need_by_date', 'need_by_hour'];

/**
 * The values that a form was opened with. A live change must not add anything under the person's input. An action
 * beside the form, such as Plan again or its Undo, leads back to the dialog with another status. The form takes that
 * status, unless something else has changed too; saving then merges the changes.
 */
export function useOpened(form: RefObject<HTMLFormElement>, now: Now) {
  const { key } = useLocation();
  const [opened, setOpened] = useState({ ...now, key, isAdopted: false });
  useEffect(() => {
    if (key === opened.key) return;
    const chosen = statusOf(form.current)?.value;
    const isSame = (Object.keys({ ...opened.values, ...now.values }) as BoxName[]).every(
      (box) => OF_STATUS.includes(box) || opened.values[box] === now.values[box],
    );
    // The version that the form sends. A draft has an older one, and saving merges it.
    const sent = Number(form.current?.querySelector<HTMLInputElement>('input[name="version"]')?.value);
    const isSafe = isSame && chosen === opened.values.status && sent >= (opened.version ?? Infinity);
    setOpened(isSafe ? { ...now, formKey: opened.formKey, key, isAdopted: true } : { ...opened, key });
  }, [key, opened, now, form]);
  useEffect(() => {
    const select = statusOf(form.current);
    if (opened.isAdopted && select && opened.values.status) select.value = opened.values.status;
  }, [form, opened]);
  return { ...opened, adopted: opened.isAdopted ? opened.version : undefined };
}

function statusOf(form: HTMLFormElement | null): HTMLSelectElement | null {
  const found = form?.elements.namedItem('status');
  return found instanceof HTMLSelectElement ? found : null;
}
