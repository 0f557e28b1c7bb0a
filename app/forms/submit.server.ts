/** Answers the form of a page: its buttons are commands. What was typed comes back with every refusal. */
import { parse } from '@conform-to/dom';
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { createHash } from 'node:crypto';
import type { Actor } from '~/domain/actor';
import type { AnyCommand, Command, Given } from '~/domain/command.server';
import { once, type Answer } from '~/domain/idempotency.server';
import { inputErrors } from '~/domain/parse-input.server';
import { NoInput } from '~/domain/schema';
import { notEchoed } from '~/http/echo.server';
import { redirectWithToast, type NewToast } from '~/http/flash.server';
import { readForm } from '~/http/form-body.server';
import { refuse, type Refused } from '~/http/form.server';
import { pathValues } from '~/http/page.server';
import { clientOf, pagePath, requireActor, requirePermission } from '~/http/session.server';
import { readInput } from './read-input.server';

/** Where an accepted form leads, or something that the page shows in its place, such as a new secret. */
type Outcome<Shown> = { redirectTo: string; toast?: NewToast } | { shown: Shown };

type Run<Shown> = () => Promise<{ outcome: Outcome<Shown>; repeated?: Outcome<Shown> }>;

type Button<Shown = never> = {
  spec: AnyCommand['spec'];
  /** The slow part is done when the promise resolves. Its result runs in the transaction of the form's key. */
  prepare?: (given: never) => Promise<Run<Shown>>;
  start: (given: never) => Run<Shown>;
} & Reading;

type Fields = Record<string, unknown>;
/** @param compose makes the input of fields that mean something together. */
type Reading = { compose?: (fields: Fields) => Fields };

/** One button of a form. @param outcome is told what the command answered, and what it was given. */
export function button<At, Input, Result, Shown = never>(
  command: Command<At, Input, Result>,
  outcome: (result: Result, given: Given<At, Input>) => Outcome<Shown> | Promise<Outcome<Shown>>,
  { compose }: Reading = {},
): Button<NoInfer<Shown>> {
  const { spec, prepare } = command;
  const { repeated } = spec;
  const finish = (given: Given<At, Input>, run: () => Promise<Result>) => async () => {
    const result = await run();
    return {
      outcome: await outcome(result, given),
      ...(repeated && { repeated: await outcome(repeated(result) as Result, given) }),
    };
  };
  return {
    spec,
    ...(compose && { compose }),
    start: (given: Given<At, Input>) => finish(given, () => command(given)),
    ...(prepare && {
      prepare: async (given: Given<At, Input>) => finish(given, await prepare(given)),
    }),
  };
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
  const contents = JSON.stringify([name, ...form.entries()]);
  // From the path of the page, or from a field of that name.
  const at = pathValues(chosen.spec, (each) => params[each] ?? form.get(each));
  for (const each of Object.keys(at)) form.delete(each);
  const { input: schema = NoInput } = chosen.spec;
  const submission = parse<unknown, string[]>(form, {
    resolve: () => {
      const fields = readInput(form, schema);
      const parsed = schema.safeParse(chosen.compose ? chosen.compose(fields) : fields);
      return parsed.success
        ? { value: parsed.data }
        : { error: inputErrors(parsed.error, Object.fromEntries(form)) };
    },
  });
  const hideFields = [...notEchoed(form)];
  if (submission.status !== 'success') {
    const lastResult = submission.reply({ hideFields });
    return data<Refused>({ lastResult, problem: null, intent: name }, { status: 422 });
  }
  const given = { ...clientOf(args), ...at, actor, input: submission.value } as never;
  const ready = async () => (chosen.prepare ? chosen.prepare(given) : chosen.start(given));
  try {
    const outcome = key
      ? await runOnce(actor, request, key, contents, ready, chosen.prepare !== undefined)
      : (await (await ready())()).outcome;
    if ('shown' in outcome) return data({ shown: outcome.shown });
    const { redirectTo, toast } = outcome;
    return await (toast ? redirectWithToast(redirectTo, toast) : redirect(redirectTo));
  } catch (error) {
    return refuse(error, (errors) => submission.reply({ ...errors, hideFields }), name);
  }
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
