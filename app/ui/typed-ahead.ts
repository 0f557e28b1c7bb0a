/**
 * Keeps keys that are pressed between a request for a dialog and its arrival. The dialog's first field gets them in
 * their order.
 */
import { controlsOf, isControl, say } from './early-input';

type Ahead = { keys: string[]; end: () => void; isDelivered: boolean };

let ahead: Ahead | null = null;

/** The time that a dialog has to get the focus. */
const LONGEST_WAIT_MS = 2_000;
const STEP_MS = 20;

const NAMED = ['Backspace', 'Enter', 'Tab', 'Escape'];
const isCharacter = (key: string) => key.length === 1;

/** @param cancel is called after Escape. */
export function typeAhead(cancel: () => void): void {
  if (ahead) return;
  const keys: string[] = [];
  const press = (event: KeyboardEvent) => {
    const { key, target } = event;
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    if (!event.isTrusted || event.isComposing || isCommand) return;
    if (!isCharacter(key) && !NAMED.includes(key)) return;
    // The person has chosen another field in the meantime.
    if (isControl(target) && !ahead?.isDelivered) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape' && !ahead?.isDelivered) {
      endTypedAhead();
      cancel();
    }
    // A held key counts once, except Backspace.
    else if (!event.repeat || key === 'Backspace') keys.push(key);
  };
  window.addEventListener('keydown', press, true);
  const end = () => {
    window.removeEventListener('keydown', press, true);
    ahead = null;
  };
  ahead = { keys, end, isDelivered: false };
}

/** Forgets the keys when no dialog has arrived. */
export function endTypedAhead(): void {
  if (!ahead?.isDelivered) ahead?.end();
}

/** Types the keys into the focused field. Keys that are pressed during this come after them. */
export async function deliverTypedAhead(): Promise<void> {
  const given = ahead;
  if (!given) return;
  given.isDelivered = true;
  for (let waited = 0; given.keys.length > 0 && waited < LONGEST_WAIT_MS;) {
    // React must first render the change of an effect or of the last key.
    await new Promise((resolve) => setTimeout(resolve, waited > 0 ? STEP_MS : 0));
    const field = document.activeElement;
    if (!isControl(field)) {
      if (document.querySelector('dialog:modal')?.contains(field)) break; // the dialog has no field for them
      waited += STEP_MS;
      continue;
    }
    const named = given.keys.findIndex((key) => !isCharacter(key) && key !== 'Backspace');
    if (named === 0) pressIn(field, given.keys.shift() ?? '');
    else say(field, given.keys.splice(0, named < 0 ? given.keys.length : named).reduce(withKey, field.value));
  }
  given.end();
}

const withKey = (text: string, key: string) => (key === 'Backspace' ? text.slice(0, -1) : text + key);

/** Sends the key to the field. Tab also moves to the next field. */
function pressIn(field: HTMLElement & { form: HTMLFormElement | null }, key: string): void {
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  if (key !== 'Tab' || !field.form) return;
  const open = controlsOf(field.form).filter((each) => each.offsetParent !== null && !each.disabled);
  open[open.findIndex((each) => each === field) + 1]?.focus();
}
