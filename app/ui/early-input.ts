/** Handles input from before the page's JavaScript was loaded. */

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

export const controlsOf = (form: HTMLFormElement) => [...form.elements].filter(isControl);

const isChoice = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type);

/** True when its value differs from the server's value. */
export function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const original = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(original, 0);
  }
  return isChoice(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

/**
 * Tells React about the input, because React would replace the value of a controlled field. Only changes are noticed,
 * so the value is removed and set again.
 */
export function announce(control: Control): void {
  if (isChoice(control)) {
    if (control.type === 'radio' && !control.checked) return; // the chosen radio button is announced instead
    control.checked = !control.checked;
    control.click();
    return;
  }
  const { value } = control;
  if (!(control instanceof HTMLSelectElement)) control.value = '';
  say(control, value);
}

/** Sets a value with the element's own setter and an event, so that React notices it in controlled fields. */
export function say(control: Control, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  const kind = control instanceof HTMLSelectElement ? 'change' : 'input';
  control.dispatchEvent(new Event(kind, { bubbles: true }));
}
