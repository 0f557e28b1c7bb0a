/**
 * Declares a command once, beside its rule. The JSON calls, the forms and the documentation are made from it.
 */
import type * as z from 'zod/v4';
import type { Actor } from './actor';
import type { Spoken } from '~/words/languages';
import { authorize, scopeOf, type Action } from './permissions';

/** An entry of the table of permissions, or nothing beyond being signed in. */
export type May = Action | 'signed in';

/** Bodies of other types than JSON. `as` is the field of the input that they become, in base64. */
export type Bytes = { types: string[]; as: string; most: number };

export type Spec<At, Input, Answer> = {
  /** One line for people who read the documentation. */
  summary: string;
  /** Details, where one line is not enough. */
  about?: string;
  may: May;
  /** Narrows to the actor's tasks by `scopeOf`. Without it, only the reaches `own` and `any` are allowed. */
  scoped?: true;
  /** Values from the path, by name. They stay apart from the input: a wrong one is 400, not 422. */
  at?: { [Name in keyof At]: z.ZodType<At[Name]> };
  /** The body of a JSON call, the fields of a form, or the query string of a read. */
  input?: z.ZodType<Input>;
  /** The most bytes of a JSON body. Without it, the limit for everyone (app/http/incoming-body.server.ts). */
  mostBytes?: number;
  /** A JSON call takes these bodies too. */
  bytes?: Bytes;
  answer: z.ZodType<unknown, Answer>;
  /** Success is 201, or may be. */
  creates?: true | ((answer: Answer) => boolean);
  /** The call accepts If-Match against overwriting: the function gets `expectedVersion`. */
  guarded?: true;
  /** Statuses of refusals that do not follow from the rest of the declaration. */
  refusals?: number[];
  /** The answer to a repeated request, without values that are shown only once. */
  repeated?: (answer: Answer) => unknown;
};

export type Given<At, Input> = At & {
  actor: Actor;
  expectedVersion?: number | undefined;
  /** The address that the request comes from. Wrong passwords are counted by it. */
  ip?: string;
  /** The session of the browser that asks: it stays signed in where all other sessions end. */
  sessionToken?: string | null;
  /** The language that the browser asks for. */
  language?: Spoken;
  /** Files that came beside the fields of a form. A JSON call has them in its input. */
  files?: Buffer[];
} & (undefined extends Input ? { input?: Input } : { input: Input });

export type Command<At, Input, Answer> = ((given: Given<At, Input>) => Promise<Answer>) & {
  spec: Spec<At, Input, Answer>;
  /** The slow part that changes nothing: it runs before a transaction opens. @returns the rest. */
  prepare?: (given: Given<At, Input>) => Promise<() => Promise<Answer>>;
};

/** The type for lists of commands. */
export type AnyCommand = ((given: never) => Promise<unknown>) & {
  spec: Omit<Spec<object, unknown, unknown>, 'at' | 'answer' | 'creates' | 'repeated'> & {
    at?: Record<string, z.ZodType>;
    answer: z.ZodType;
    creates?: true | ((answer: never) => boolean);
    repeated?: (answer: never) => unknown;
  };
  prepare?: (given: never) => Promise<() => Promise<unknown>>;
};

/** @param run is called only with permission, and with parsed input. */
export function command<At = unknown, Input = undefined, Answer = unknown>(
  spec: Spec<At, Input, Answer>,
  run: (given: NoInfer<Given<At, Input>>) => Promise<NoInfer<Answer>>,
): Command<At, Input, Answer> {
  const whole = async (given: Given<At, Input>) => {
    checkPermission(given.actor, spec);
    return await run(given);
  };
  return Object.assign(inStacks(spec, whole), { spec });
}

/** A read is declared like a command, and changes nothing. */
export const query = command;

/** A command with a slow part that changes nothing, such as looking up an address. */
export function preparedCommand<At, Input, Answer, Prepared>(
  spec: Spec<At, Input, Answer>,
  slow: (given: NoInfer<Given<At, Input>>) => Promise<Prepared>,
  run: (given: NoInfer<Given<At, Input>>, prepared: Prepared) => Promise<NoInfer<Answer>>,
): Command<At, Input, Answer> & Required<Pick<Command<At, Input, Answer>, 'prepare'>> {
  const prepare = inStacks(spec, async (given: Given<At, Input>) => {
    checkPermission(given.actor, spec);
    const prepared = await slow(given);
    return inStacks(spec, async () => await run(given, prepared));
  });
  const whole = async (given: Given<At, Input>) => (await prepare(given))();
  return Object.assign(whole, { spec, prepare });
}

/**
 * Gives a function the command's summary as its name, which stack traces show. The function must await its work:
 * otherwise it has left the stack when the work fails.
 */
const inStacks = <Run extends (...given: never[]) => Promise<unknown>>(
  { summary }: { summary: string },
  run: Run,
): Run => Object.defineProperty(run, 'name', { value: summary });

/** @throws forbidden. */
export function checkPermission(
  actor: Actor,
  { may, scoped }: { may: May; scoped?: true | undefined },
): void {
  if (may !== 'signed in') (scoped ? scopeOf : authorize)(actor, may);
}
