/** Makes JSON calls from commands. */
import type * as z from 'zod/v4';
import type { AnyCommand, Command } from '~/domain/kernel/command.server';
import { DomainError } from '~/domain/kernel/errors';
import { NoInput } from '~/domain/kernel/schema';
import { expectedVersion, nextPage, read, write, writePrepared } from '~/http/api.server';
import type { Args, Call, Endpoint, Method } from '~/http/call';
import { clientOf } from '~/http/session.server';

type Received = Args & { actor: unknown; input: unknown };

export function endpointOf(method: Method, command: AnyCommand): Endpoint {
  const { spec, prepare } = command;
  const call = callOf(spec);
  const given = (received: Received) => givenTo(spec, received);
  if (method === 'GET') return read(call, (received) => command(given(received)));
  const { repeated } = spec;
  const options = repeated ? { repeated: (answer: unknown) => repeated(answer as never) } : {};
  if (prepare)
    return writePrepared<z.ZodType, z.ZodType, () => Promise<unknown>>(
      call,
      (received) => prepare(given(received)),
      (_, rest) => rest(),
      options,
    );
  return write(call, (received) => command(given(received)), options);
}

/** A list as a JSON call. A full page has a Link to the next page, which starts after its last row. */
export const paged = <At, Input extends { limit?: number | undefined }, Row>(
  list: Command<At, Input, Row[]>,
  cursorAfter: (last: Row) => string,
): Endpoint =>
  read({ ...callOf(list.spec), paged: true }, async (received) => {
    const { limit } = received.input as Input;
    return nextPage(received.request, await list(givenTo(list.spec, received)), limit, cursorAfter);
  });

function callOf({ at = {}, input = NoInput, creates, ...said }: AnyCommand['spec']) {
  const call: Call<z.ZodType, z.ZodType> = { ...said, input, path: at, status: creates ? 201 : 200 };
  return call;
}

const givenTo = ({ at = {}, guarded }: AnyCommand['spec'], { actor, input, ...args }: Received) =>
  ({
    ...clientOf(args),
    ...valuesAt(at, args.params),
    actor,
    input,
    ...(guarded && { expectedVersion: expectedVersion(args.request) }),
  }) as never;

/** @throws malformed for values that can't be valid. */
function valuesAt(at: NonNullable<AnyCommand['spec']['at']>, params: Args['params']) {
  return Object.fromEntries(
    Object.entries(at).map(([name, schema]) => {
      const parsed = schema.safeParse(params[name]);
      if (!parsed.success) throw new DomainError('malformed', 'Invalid id');
      return [name, parsed.data];
    }),
  );
}
