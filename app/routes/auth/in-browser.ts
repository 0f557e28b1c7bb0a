/**
 * The script of the sign-in page. It is a separate bundle, build/sign-in.js, which the server writes into the page (see
 * route.tsx). Without it the browser sends the form, and the answer is the whole page.
 */
import { forgetRoute, forgetTyped } from '~/components/offline/forget';
import { passwordProblem, usernameProblem } from '~/domain/network/users/sign-in-rules';
import { hasDrafts } from '~/forms/drafts';
import type { signInScript } from '~/words/en/sign-in-script';
import { ENDED, INTENT, PART, type FormErrors, type ScriptAnswer } from './page-parts';

/** Longer than the time limits of the server and of proxies. */
const TIMEOUT_MS = 25_000;

function find<Found extends Element>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`There is no ${selector}`);
  return found;
}

const script = document.currentScript as HTMLScriptElement;
const words = JSON.parse(script.dataset.words ?? '{}') as typeof signInScript;
const form = find<HTMLFormElement>('form');
const button = find<HTMLButtonElement>('form button');
const label = button.textContent;
const inputs = [...form.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')];
const isSignIn = new FormData(form).get('intent') === INTENT.signIn;

const templateOf = (part: keyof typeof PART) => find<HTMLTemplateElement>(`#${PART[part]}`);

const copyOf = (part: keyof typeof PART) =>
  (templateOf(part).content.firstElementChild as HTMLElement).cloneNode(true) as HTMLElement;

function show(part: keyof typeof PART, text = ''): HTMLElement {
  const element = copyOf(part);
  element.append(text);
  templateOf(part).before(element);
  return element;
}

function disable(isDisabled: boolean, text = label): void {
  for (const each of [...inputs, button]) each.disabled = isDisabled;
  button.textContent = text;
}

/** Shows an error beside its field, like the server. An error that is already shown is not announced again. */
function showError(input: HTMLInputElement, text: string): void {
  const id = `${input.id}-error`;
  const shown = document.getElementById(id);
  if (text === (shown?.textContent ?? '')) return;
  shown?.remove();
  const hint = document.getElementById(`${input.id}-hint`)?.id;
  const about = [hint, text && id].filter(Boolean).join(' ');
  if (about) input.setAttribute('aria-describedby', about);
  else input.removeAttribute('aria-describedby');
  if (!text) {
    input.removeAttribute('aria-invalid');
    return;
  }
  input.setAttribute('aria-invalid', 'true');
  const error = copyOf('fieldError');
  error.id = id;
  error.textContent = text;
  input.parentElement?.append(error);
}

/** @returns the first field with an error. */
function showErrors(errors: FormErrors): HTMLInputElement | undefined {
  for (const input of inputs) if (input.id) showError(input, errors[input.id]?.join(' ') ?? '');
  return inputs.find((input) => input.hasAttribute('aria-invalid'));
}

function showRefusal(text: string): void {
  const before = templateOf('refusal').previousElementSibling;
  if (before?.matches('[role=alert]')) before.remove();
  if (text) show('refusal', text);
}

/** The problem of a field in the sign-in form. The server checks the other form. */
function problemOf({ name, value }: HTMLInputElement): string {
  if (!isSignIn) return '';
  if (name === 'username' && usernameProblem(value)) return words.shortUsername;
  return name === 'password' && passwordProblem(value) ? words.shortPassword : '';
}

const problems = () => Object.fromEntries(inputs.map((input) => [input.name, [problemOf(input)]]));

async function send(fields: FormData): Promise<ScriptAnswer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch('/auth/answer', { method: 'POST', body: fields, signal });
    const isOurs = response.headers.get('Content-Type')?.startsWith('application/json');
    if (isOurs) return (await response.json()) as ScriptAnswer;
    // From 502 on, it is the page of a proxy whose server does not answer.
    if (response.status >= 502) return { error: words.noConnection };
    return { error: isSignIn ? words.failed : words.notOurs };
  } catch {
    return { error: words.noConnection };
  }
}

let isChecked = false;

async function submit(): Promise<void> {
  isChecked = true;
  const wrong = showErrors(problems());
  if (wrong) {
    wrong.focus();
    return;
  }
  // The data is read first, because it would not include disabled fields.
  const fields = new FormData(form);
  showRefusal('');
  disable(true, button.dataset.pending);
  const answer = await send(fields);
  if ('location' in answer) {
    window.location.assign(answer.location);
    return;
  }
  disable(false);
  const errors = 'errors' in answer ? answer.errors : { '': [answer.error] };
  const refusal = errors['']?.join(' ') ?? '';
  showRefusal(refusal);
  const first = showErrors(errors);
  // The focused field lost the focus when it was disabled.
  if (first) first.focus();
  else if (isSignIn) find<HTMLInputElement>('#password').select();
}

/** Checks a page that the browser has restored from memory. It may be older than a sign-in. */
async function recheck(): Promise<void> {
  disable(true);
  const banner = show('checking');
  const status = await fetch('/api/user').then(
    (response) => response.status,
    () => null,
  );
  // 403 means a temporary password, which has to be replaced first.
  if (status === 200 || status === 403) window.location.replace('/');
  banner.remove();
  disable(false);
}

form.noValidate = true;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void submit();
});
form.addEventListener('input', ({ target }) => {
  if (isChecked && isSignIn) showError(target as HTMLInputElement, problemOf(target as HTMLInputElement));
});
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void recheck();
});
window.addEventListener('load', () => {
  for (const href of JSON.parse(script.dataset.next ?? '[]') as string[])
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href }),
    );
});

void forgetRoute();
if (find<HTMLElement>('main').dataset.keeps === undefined) void forgetTyped();
else if (hasDrafts()) {
  document.getElementById(ENDED)?.remove();
  show('keptTyped');
}
