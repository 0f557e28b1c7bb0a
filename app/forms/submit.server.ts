/** Answers the form of a page. Its buttons are commands, and every refusal returns the typed input. */
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { createHash } from 'node:crypto';
import type { Actor } from '~/domain/kernel/actor';
import type { AnyCommand, Command, Given, May } from '~/domain/kernel/command.server';
import { DomainError } from '~/domain/kernel/errors';
import { asDomainError } from '~/domain/kernel/faults.server';
import { MOST_ERRORS } from '~/domain/kernel/parse-input.server';
import { settleChoices, type FormInputs } from '~/domain/kernel/form-merge';
import { once, type Answer } from '~/domain/platform/idempotency.server';
import { undoable } from '~/domain/tasks/undo/undo.server';
import { notEchoed, readForm } from '~/http/body.server';
import { errorBody, STATUS } from '~/http/errors.server';
import { redirectWithToast, type NewToast } from '~/http/redirect.server';
import { refuse, type Refused, undoOffer } from './answers.server';
import { pathValues } from '~/http/page.server';
import { clientOf, pagePath, requireActor, requirePermission } from '~/http/session.server';
import {
  inputsIn,
  keepTyped,
  mergeTexts,
  type Merging,
  type MergeTable,
  parseForm,
  type Reading,
} from './read-input.server';

/**
 * The result of an accepted form: a redirect, or data that the page shows, such as a new secret. With `values` the form
 * stays and continues with these values.
 */
type Outcome<Shown> = Redirect | Staying<Shown>;
/** The toast names the completed action. It is null when the next page shows the result itself. */
type Redirect = {
  redirectTo: string;
  toast: NewToast | null;
  /** The browser loads the next page as a document, because its language has changed. */
  reloads?: true;
};
type Staying<Shown> = { shown: Shown; values?: FormInputs };

type Run<Shown> = () => Promise<{ outcome: Outcome<Shown>; repeated?: Outcome<Shown> }>;

type CommandButton<Shown> = {
  spec: AnyCommand['spec'];
  /** Does the slow part of a command. The result runs in the transaction of the form's key. */
  prepare?: (given: never, form: FormData) => Promise<Run<Shown>>;
  start: (given: never, form: FormData) => Run<Shown>;
} & ButtonOptions<never>;

/** The page's form and its sender. @param value the text after a colon in the value of the pressed button. */
type Submitted = { actor: Actor; form: FormData; value: string };

type FillButton<Shown> = { may: May; fill: (submitted: Submitted) => Promise<Staying<Shown>> };
type Button<Shown = never> = CommandButton<Shown> | FillButton<Shown>;

type ButtonOptions<At> = Reading<At & { actor: Actor }> & {
  /** Values that the command takes from its path but the page's path lacks. */
  at?: (actor: Actor) => Record<string, unknown>;
  /** The name of a file field. The command gets the files beside its input. */
  files?: string;
  /**
   * When others have changed these fields since the form was opened, the person chooses. The command must be guarded.
   */
  merge?: MergeTable;
  /** Merges fields that are not plain texts of the stored row. */
  merging?: Merging;
  /** The toast offers to undo the action. */
  undo?: true;
  /** The redirect of a refusal that the form does not show. */
  refused?: (error: DomainError, form: FormData, at: At) => Redirect | undefined;
  /** The form stays, and another press runs the command again. */
  stays?: true;
};

/** One button of a form. @param outcome makes the answer from the command's result, its arguments and the form. */
export function button<At, Input, Result, Shown = never>(
  command: Command<At, Input, Result>,
  outcome: (
    result: Result,
    given: Given<At, Input>,
    form: FormData,
  ) => Outcome<Shown> | Promise<Outcome<Shown>>,
  options: ButtonOptions<NoInfer<At>> = {},
): CommandButton<NoInfer<Shown>> {
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

/** A button that changes only the form itself. Its value may have a suffix: `useAccount:12` presses `useAccount`. */
export const fillButton = <Shown>(may: May, fill: FillButton<Shown>['fill']): FillButton<Shown> => ({
  may,
  fill,
});

function withUndo<Shown>(outcome: Outcome<Shown>, undoId: string | null): Outcome<Shown> {
  if (!('redirectTo' in outcome) || !outcome.toast) return outcome;
  return { ...outcome, toast: { ...outcome.toast, ...undoOffer(undoId) } };
}

const INTENT = 'intent';
const ONCE_KEY = '_key';

type Page<Extra> = {
  /** For a page without a sign-in, or a page that has readers who may not press its buttons. */
  guard?: (request: Request) => Promise<Actor>;
  /** Data that the page shows beside a refused form. */
  extra?: (submitted: Omit<Submitted, 'value'>) => Promise<Extra>;
};

/**
 * The action of a page, with its buttons by value: `export const action = (args: ActionFunctionArgs) => submit(args, {
 * save: button(…) })`.
 */
export async function submit<Shown = never, Extra extends object = object>(
  args: ActionFunctionArgs,
  buttons: Record<string, Button<Shown>>,
  { guard = requireActor, extra }: Page<Extra> = {},
) {
  const actor = await guard(args.request);
  const form = await readForm(args.request);
  const name = textOf(form.get(INTENT));
  const key = textOf(form.get(ONCE_KEY));
  form.delete(INTENT);
  form.delete(ONCE_KEY);
  const chosen = pressed(buttons, name);
  const [first] = Object.values(buttons);
  if (first) requirePermission(actor, mayOf(chosen ?? first));
  if (!chosen) throw new Response('Unknown intent', { status: 400 });
  const answer =
    'fill' in chosen
      ? keptForm(form, await chosen.fill({ actor, form, value: name.slice(name.indexOf(':') + 1) }))
      : await run(args, chosen, { actor, form, name, key });
  if (!extra || !('data' in answer)) return answer;
  const shown = await extra({ actor, form });
  return data({ ...answer.data, ...shown }, answer.init ?? {});
}

function pressed<Shown>(buttons: Record<string, Button<Shown>>, name: string): Button<Shown> | undefined {
  if (Object.hasOwn(buttons, name)) return buttons[name];
  const [verb = ''] = name.split(':');
  const button = Object.hasOwn(buttons, verb) ? buttons[verb] : undefined;
  return button && 'fill' in button ? button : undefined;
}

const mayOf = (button: Button<unknown>) => ('fill' in button ? button.may : button.spec.may);

/** Returns the sent form, so that its page continues with it. */
const keptForm = <Shown>(form: FormData, { shown, values }: Staying<Shown>) =>
  data({ shown, ...(values && { lastResult: keepTyped(form, values) }) });

/** The number of attempts for a form that is stale only because of values that it does not show. */
const MOST_TRIES = 5;

type Sent = { actor: Actor; form: FormData; name: string; key: string };

async function run<Shown>(
  args: ActionFunctionArgs,
  chosen: CommandButton<Shown>,
  { actor, form, name, key }: Sent,
) {
  const { params, request } = args;
  const { merge, merging = merge && mergeTexts(merge) } = chosen;
  if (merge) settleChoices(form, Object.values(merge));
  const files = chosen.files === undefined ? [] : await takeFiles(form, chosen.files);
  const contents = JSON.stringify([name, ...form.entries()]);
  // A value comes from the page's path, or from a field with its name.
  const known = { ...params, ...chosen.at?.(actor) };
  const at = pathValues(chosen.spec, (each) => known[each] ?? form.get(each));
  for (const each of Object.keys(at)) form.delete(each);
  const { submission, refusal } = await parseForm(form, chosen.spec, chosen, { ...at, actor } as never);
  const hideFields = [...notEchoed(form)];
  const reply = (errors: object = {}) => {
    const { error, ...result } = submission.reply({ ...errors, hideFields });
    return { ...result, error: error && Object.fromEntries(Object.entries(error).slice(0, MOST_ERRORS)) };
  };
  const refused = (error: unknown) => {
    const known = chosen.refused && asDomainError(error);
    const elsewhere = known && chosen.refused?.(known, form, at as never);
    if (elsewhere) return redirectTo(elsewhere);
    return refuse(error, reply, name);
  };
  if (refusal) return refused(refusal);
  if (submission.status !== 'success') {
    return data<Refused>({ lastResult: reply(), problem: null, intent: name }, { status: 422 });
  }
  const input = submission.value;
  let expectedVersion = chosen.spec.guarded && versionIn(form);
  for (let tries = 1; ; tries += 1) {
    const given = { ...clientOf(args), ...at, actor, expectedVersion, input, files } as never;
    const ready = async () => (chosen.prepare ? chosen.prepare(given, form) : chosen.start(given, form));
    try {
      const outcome =
        key && !chosen.stays
          ? await runOnce(actor, request, key, contents, ready, chosen.prepare !== undefined)
          : (await (await ready())()).outcome;
      if ('shown' in outcome) return keptForm(form, outcome);
      return await redirectTo(outcome);
    } catch (error) {
      if (!merging || !(error instanceof DomainError) || error.kind !== 'stale') return await refused(error);
      const { conflict, inputs } = await merging({ actor, mine: inputsIn(form), error });
      if (conflict.contested.length + conflict.taken.length === 0 && tries < MOST_TRIES) {
        expectedVersion = conflict.version;
        continue;
      }
      const lastResult = keepTyped(form, { ...inputs, version: String(conflict.version) });
      const problem = errorBody(error);
      return data<Refused>({ lastResult, problem, intent: name, conflict }, { status: STATUS.conflict });
    }
  }
}

function redirectTo({ redirectTo: to, toast, reloads }: Redirect) {
  const headers = new Headers(reloads && { 'X-Remix-Reload-Document': 'true' });
  return toast ? redirectWithToast(to, toast, { headers }) : redirect(to, { headers });
}

/** Removes a field's files from the form, so that the rest can be compared, kept and sent back. */
async function takeFiles(form: FormData, name: string): Promise<Buffer[]> {
  const files = form.getAll(name).filter((each): each is File => each instanceof File && each.size > 0);
  form.delete(name);
  return Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())));
}

/** The version that the form was opened with; -1, which no row has, for an invalid value. */
function versionIn(form: FormData): number | undefined {
  const text = textOf(form.get('version'));
  return text === '' ? undefined : /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

/**
 * Runs a form once. The same key with other contents is another request, because someone may go back and change the
 * form.
 */
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
