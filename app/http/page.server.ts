/** For loaders of pages. A refusal becomes the page that shows it. */
import type { Actor } from '~/domain/kernel/actor';
import type { AnyCommand, Command, May } from '~/domain/kernel/command.server';
import { asDomainError } from '~/domain/kernel/faults.server';
import { log } from '~/process/log.server';
import { errorHeaders, errorResponse, STATUS } from './errors.server';
import { requirePage } from './session.server';
import { readId } from '~/domain/kernel/ids';
import { readSaid, say } from '~/domain/kernel/sentence';

/** Runs a query. A refusal by a rule becomes a response for the nearest error boundary. */
export async function load<Result>(query: () => Promise<Result>): Promise<Result> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof Response) throw error;
    throw errorResponse(error);
  }
}

/** Describes the failure of one part of a page, for a page that stays. Bugs are logged here. */
export function partFailure(error: unknown) {
  const known = asDomainError(error);
  if (!known) log.error({ err: error }, 'a part of the page failed');
  else if (known.kind === 'unavailable') log.warn({ err: error }, 'a part of the page failed');
  return {
    status: known ? STATUS[known.kind] : 500,
    headers: known ? errorHeaders(known) : {},
    /** A sentence for the person. */
    message: readSaid(known?.said ?? say('failed')),
  };
}

/** An id from the path of a page. An invalid id is a page that does not exist. */
export function pathIdOr404(value: string | undefined): number {
  const id = readId(value);
  if (id === null) throw noSuchPage();
  return id;
}

type PageArgs = { request: Request; params: Record<string, string | undefined> };

/**
 * A page of one thing that its path names.
 * @param pick the values that the page needs, because all of them are sent to the browser.
 * @param may for a page that fewer people may see than may read the thing.
 */
export async function loadOne<At, Answer, Picked>(
  { request, params }: PageArgs,
  query: Command<At, undefined, Answer>,
  pick: (answer: Answer, actor: Actor) => Picked,
  may: May = query.spec.may,
): Promise<Picked> {
  const actor = await requirePage(request, may);
  const at = pathValues(query.spec, (name) => params[name]) as At;
  return load(async () => pick(await query({ ...at, actor }), actor));
}

/** The values that a command takes from the path. @throws the response for a page that does not exist. */
export function pathValues({ at = {} }: AnyCommand['spec'], find: (name: string) => unknown) {
  return Object.fromEntries(
    Object.entries(at).map(([name, schema]) => {
      const parsed = schema.safeParse(find(name));
      if (!parsed.success) throw noSuchPage();
      return [name, parsed.data];
    }),
  );
}

const noSuchPage = () => Response.json({ error: 'This page does not exist' }, { status: 404 });
