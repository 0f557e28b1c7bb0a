/** Answers the form of a page: its buttons are commands. What was typed comes back with every refusal. */
import { parse } from '@conform-to/dom';
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { createHash } from 'node:crypto';
import type { Actor } from '~/domain/actor';
import type { AnyCommand, Command, Given } from '~/domain/command.server';
import { DomainError } from '~/domain/errors';
import { asDomainError } from '~/domain/faults.server';
import { settleChoices } from '~/domain/form-merge';
import { once, type Answer } from '~/domain/idempotency.server';
import { inputErrors } from '~/domain/parse-input.server';
import { NoInput } from '~/domain/schema';
import { undoable } from '~/domain/tasks/undo/undo.server';
import { notEchoed } from '~/http/echo.server';
import { errorBody } from '~/http/errors.server';
import { redirectWithToast, type NewToast } from '~/http/redirect.server';
import { readForm } from '~/http/body.server';
import { refuse, type Refused } from '~/http/form.server';
import { pathValues } from '~/http/page.server';
import { clientOf, pagePath, requireActor, requirePermission } from '~/http/session.server';
import { STATUS } from '~/http/problem';
import { keepTyped, mergeTexts, type Merging, type MergeTable } from './merge.server';
import { readInput } from './read-input.server';
import { undoOffer } from './undo-offer.server';

type Redirect = { redirectTo: string; toast?: NewToast };

/** Where an accepted form leads, or something that the page shows in its place, such as a new secret. */
type Outcome<Shown> = Redirect | { shown: Shown };

type Run<Shown> = () => Promise<{ outcome: Outcome<Shown>; repeated?: Outcome<Shown> }>;

type Button<Shown = never> = {
  spec: AnyCommand['spec'];
  /** The slow part is done when the promise resolves. Its result runs in the transaction of the form's key. */
  prepare?: (given: never, form: FormData) => Promise<Run<Shown>>;
  start: (given: never, form: FormData) => Run<Shown>;
} & ButtonOptions;

type Fields = Record<string, unknown>;
type ButtonOptions = {
  /** Fields that the form is refused without, and the sentence for each. */
  required?: Record<string, string>;
  /**
   * Makes the input of the fields, where some mean something together or the page adds to them.
   * @throws invalid, with sentences by field, for what the command could not tell.
   */
  compose?: (fields: Fields, actor: Actor) => Fields;
  /** Values that the command takes from its path, and the path of the page does not have. */
  at?: (actor: Actor) => Fields;
  /** A field of files, which the command is given beside its input. */
  files?: string;
  /** When others have changed these since the form was opened, the person chooses; needs a guarded command. */
  merge?: MergeTable;
  /** How they are merged, where they are not plain texts of the stored row. */
  merging?: Merging;
  /** Its toast offers to take the act back. */
  undo?: true;
  /** Where a refusal leads, if it is not shown in the form. */
  refused?: (error: DomainError, form: FormData) => Redirect | undefined;
};

/** One button of a form. @param outcome is told what the command answered, what it was given, and the whole form. */
export function button<At, Input, Result, Shown = never>(
  command: Command<At, Input, Result>,
  outcome: (
    result: Result,
    given: Given<At, Input>,
    form: FormData,
  ) => Outcome<Shown> | Promise<Outcome<Shown>>,
  options: ButtonOptions = {},
): Button<NoInfer<Shown>> {
  const { spec, prepare } = command;
  const { repeated } = spec;
  const finish = (given: Given<At, Input>, form: FormData, run: () => Promise<Result>) => async () => {
    const { result, undoId } = options.undo
      ? await undoable(given.actor, run)
      : { result: await run(), undoId: null };
    return {
      outcome: withUndo(await outcome(result, given, form), undoId),
      ...(repeated && { repeated: await outcome(repeated(result) as Result, given, form) }),
    };
  };
  return {
    ...options,
    spec,
    start: (given: Given<At, Input>, form) => finish(given, form, () => command(given)),
    ...(prepare && {
      prepare: async (given: Given<At, Input>, form) => finish(given, form, await prepare(given)),
    }),
  };
}

function withUndo<Shown>(outcome: Outcome<Shown>, undoId: string | null): Outcome<Shown> {
  if (!('redirectTo' in outcome) || !outcome.toast) return outcome;
  return { ...outcome, toast: { ...outcome.toast, ...undoOffer(undoId) } };
}

const INTENT = 'intent';
const ONCE_KEY = '_key';

/**
 * `export const action = (args: ActionFunctionArgs) => submit(args, { save: button(…) })`, by the buttons' values.
 * @param guard of a page that lets in others than those who are signed in.
 */
export async function submit<Shown = never>(
  args: ActionFunctionArgs,
  buttons: Record<string, Button<Shown>>,
  guard: (request: Request) => Promise<Actor> = requireActor,
) {
  const { request, params } = args;
  const actor = await guard(request);
  const form = await readForm(request);
  const name = textOf(form.get(INTENT));
  const chosen = Object.hasOwn(buttons, name) ? buttons[name] : undefined;
  const [first] = Object.values(buttons);
  if (first) requirePermission(actor, (chosen ?? first).spec.may);
  if (!chosen) throw new Response('Unknown intent', { status: 400 });
  const key = textOf(form.get(ONCE_KEY));
  form.delete(INTENT);
  form.delete(ONCE_KEY);
  const { merge, merging = merge && mergeTexts(merge) } = chosen;
  if (merge) settleChoices(form, Object.values(merge));
  const files = chosen.files === undefined ? [] : await takeFiles(form, chosen.files);
  const contents = JSON.stringify([name, ...form.entries()]);
  // From the path of the page, or from a field of that name.
  const known = { ...params, ...chosen.at?.(actor) };
  const at = pathValues(chosen.spec, (each) => known[each] ?? form.get(each));
  for (const each of Object.keys(at)) form.delete(each);
  const expectedVersion = chosen.spec.guarded && takeVersion(form);
  const { input: schema = NoInput } = chosen.spec;
  const submission = parse<unknown, string[]>(textsIn(form), {
    resolve: () => {
      const missing = missingIn(form, chosen.required);
      if (missing) return { error: missing };
      const fields = readInput(form, schema);
      const composed = sentencesOr(() => chosen.compose?.(fields, actor) ?? fields);
      if ('error' in composed) return composed;
      const parsed = schema.safeParse(composed.value);
      return parsed.success
        ? { value: parsed.data }
        : { error: inputErrors(parsed.error, { ...fields, ...composed.value, ...Object.fromEntries(form) }) };
    },
  });
  const hideFields = [...notEchoed(form)];
  if (submission.status !== 'success') {
    const lastResult = submission.reply({ hideFields });
    return data<Refused>({ lastResult, problem: null, intent: name }, { status: 422 });
  }
  const input = submission.value;
  const given = { ...clientOf(args), ...at, actor, expectedVersion, input, files } as never;
  const ready = async () => (chosen.prepare ? chosen.prepare(given, form) : chosen.start(given, form));
  try {
    const outcome = key
      ? await runOnce(actor, request, key, contents, ready, chosen.prepare !== undefined)
      : (await (await ready())()).outcome;
    if ('shown' in outcome) return data({ shown: outcome.shown });
    return await redirectTo(outcome);
  } catch (error) {
    const known = chosen.refused && asDomainError(error);
    const elsewhere = known && chosen.refused?.(known, form);
    if (elsewhere) return redirectTo(elsewhere);
    if (!merging || !(error instanceof DomainError) || error.code !== 'stale')
      return refuse(error, (errors) => submission.reply({ ...errors, hideFields }), name);
    const { conflict, inputs } = await merging({ actor, form, error });
    const lastResult = keepTyped(form, { ...inputs, version: String(conflict.version) });
    const problem = errorBody(error);
    return data<Refused>({ lastResult, problem, intent: name, conflict }, { status: STATUS.conflict });
  }
}

const redirectTo = ({ redirectTo: to, toast }: Redirect) =>
  toast ? redirectWithToast(to, toast) : redirect(to);

/** Sentences for those of these fields that are empty; null for none. */
function missingIn(form: FormData, required: Record<string, string> = {}): Record<string, string[]> | null {
  const missing = Object.entries(required).filter(
    ([name]) => !form.getAll(name).some((value) => value !== ''),
  );
  return missing.length > 0
    ? Object.fromEntries(missing.map(([name, sentence]) => [name, [sentence]]))
    : null;
}

function sentencesOr(compose: () => Fields): { value: Fields } | { error: Record<string, string[]> } {
  try {
    return { value: compose() };
  } catch (error) {
    if (error instanceof DomainError && error.details.fields) return { error: error.details.fields };
    throw error;
  }
}

/** Takes a field's files out of the form: the rest can be compared, kept and sent back. */
async function takeFiles(form: FormData, name: string): Promise<Buffer[]> {
  const files = form.getAll(name).filter((each): each is File => each instanceof File && each.size > 0);
  form.delete(name);
  return Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())));
}

/** The version that the form was opened with; one that never exists when it makes no sense. */
function takeVersion(form: FormData): number | undefined {
  const text = textOf(form.get('version'));
  form.delete('version');
  return text === '' ? undefined : /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

/** The form as it may be sent back: a browser takes no file from a page. */
function textsIn(form: FormData): FormData {
  const texts = new FormData();
  for (const [name, value] of form) if (typeof value === 'string') texts.append(name, value);
  return texts;
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

/** Other contents under the same key are another request: somebody went back and changed the form. */
async function runOnce<Shown>(
  actor: Actor,
  request: Request,
  key: string,
  contents: string,
  ready: () => Promise<Run<Shown>>,
  isSlow: boolean,
): Promise<Outcome<Shown>> {
  const hash = createHash('sha256').update(contents).digest('base64url');
  const work = async (run: Run<Shown>): Promise<Answer> => {
    const { outcome, repeated } = await run();
    return { status: 200, body: outcome, ...(repeated && { repeated }) };
  };
  const prepare = async () => {
    const run = await ready();
    return () => work(run);
  };
  const all = isSlow ? { prepare } : async () => work(await ready());
  const { body } = await once(actor, `form-${key.slice(0, 60)}-${hash}`, pagePath(request), all);
  return body as Outcome<Shown>;
}
