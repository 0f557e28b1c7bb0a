/** Answers the forms of the sign-in page. The page's action and its script both call it. */
import type { SubmissionResult } from '@conform-to/react';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type * as z from 'zod/v4';
import type { Actor } from '~/domain/kernel/actor';
import { storeDraft, type DraftFields } from '~/domain/platform/drafts.server';
import { asDomainError, unlessFull } from '~/domain/kernel/faults.server';
import { parseInput } from '~/domain/kernel/parse-input.server';
import { Register, SignIn } from '~/domain/network/users/schema';
import type { Arrival } from '~/domain/network/users/sessions.server';
import { register, signIn } from '~/domain/network/users/sign-in.server';
import type { RequestContext } from '~/http/server/adapter.server';
import { readForm, notEchoed } from '~/http/body.server';
import { errorBody, errorHeaders, STATUS } from '~/http/errors.server';
import { safePath, toastCookie } from '~/http/redirect.server';
import { rememberCookie, startSession, whereFrom } from '~/http/session.server';
import { parseForm } from '~/forms/read-input.server';
import { signIn as words } from '~/words/en/sign-in';
import { languageOf } from '~/http/language.server';
import { readIn } from '~/words/spoken.server';

/** Fields that are sent along with a sign-in: the page to return to, and the input that was typed there. */
type Carried = { redirectTo: string; draft: string };
type Accepted = { actor: Actor; location: string; headers: Headers };
type Refused = Carried & { lastResult: SubmissionResult | undefined; status: number; headers: Headers };

export async function answerForm(request: Request, context: RequestContext): Promise<Accepted | Refused> {
  const form = await readForm(request.clone());
  const left = notEchoed(form);
  const carried = {
    redirectTo: left.has('redirectTo') ? '' : field(form, 'redirectTo'),
    draft: left.has('draft') ? '' : field(form, 'draft'),
  };
  const hideFields = [...left];
  const intent = field(form, 'intent');
  for (const name of ['redirectTo', 'draft', 'intent']) form.delete(name);
  const refused = (lastResult: SubmissionResult | undefined, status: number, headers = {}): Refused => ({
    ...carried,
    lastResult,
    status,
    headers: new Headers(headers),
  });
  if (intent === 'keepDraft') return refused(undefined, 200);
  const parsed = <Input>(input: z.ZodType<Input>) => parseForm(form, { input }, {}, null);
  const registration = intent === 'register' ? (await parsed(Register)).submission : null;
  const submission = registration ?? (await parsed(SignIn)).submission;
  if (submission.status !== 'success') return refused(submission.reply({ hideFields }), 422);
  try {
    const arrival =
      registration?.status === 'success'
        ? await register(registration.value, context.clientIp)
        : await authenticatorFor(whereFrom(request, context)).authenticate('form', request);
    return await welcome(request, context, arrival, {
      registering: registration !== null,
      remember: form.get('rememberMe') === 'on',
      carried,
    });
  } catch (error) {
    const known = asDomainError(error);
    if (!known) throw error;
    const lastResult = submission.reply({
      formErrors: [errorBody(known).error],
      fieldErrors: errorBody(known).fields ?? {},
      hideFields,
    });
    return refused(lastResult, STATUS[known.kind], errorHeaders(known));
  }
}

type Way = { registering: boolean; remember: boolean; carried: Carried };

async function welcome(
  request: Request,
  context: RequestContext,
  arrival: Arrival,
  way: Way,
): Promise<Accepted> {
  const { registering, remember, carried } = way;
  const { actor } = arrival;
  const headers = new Headers();
  for (const cookie of await startSession(request, context, arrival, remember))
    headers.append('Set-Cookie', cookie);
  if (!registering) headers.append('Set-Cookie', rememberCookie(remember, context.secure));
  const name = actor.name || actor.username;
  readIn(languageOf(actor, request.headers));
  const toast = registering
    ? { title: words.registered, description: words.welcome(name) }
    : { title: words.loggedIn, description: words.welcomeBack(name) };
  headers.append('Set-Cookie', await toastCookie(toast));
  return { actor, location: await wayBack(actor, carried), headers };
}

/** The path after a sign-in, on this host only. It names the kept input, if there is any. */
async function wayBack(actor: Actor, { redirectTo, draft }: Carried): Promise<string> {
  const path = safePath(redirectTo);
  const fields = readDraft(draft);
  if (!fields) return path;
  const id = await unlessFull(storeDraft(actor, path.replace(/[?#].*$/s, ''), fields));
  return id ? safePath(path, { draft: id }) : path;
}

function readDraft(draft: string): DraftFields | null {
  if (!draft) return null;
  try {
    const fields: unknown = JSON.parse(draft);
    const valid =
      typeof fields === 'object' &&
      fields !== null &&
      Object.values(fields).every(
        (values) => Array.isArray(values) && values.every((value) => typeof value === 'string'),
      );
    return valid ? (fields as DraftFields) : null;
  } catch {
    return null;
  }
}

const field = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** A strategy gets only the request, so the client's address comes from the context. */
function authenticatorFor(from: ReturnType<typeof whereFrom>): Authenticator<Arrival> {
  return new Authenticator<Arrival>().use(
    new FormStrategy(async ({ form }) => {
      const input = parseInput(SignIn, { username: form.get('username'), password: form.get('password') });
      return signIn(input, from);
    }),
    'form',
  );
}
