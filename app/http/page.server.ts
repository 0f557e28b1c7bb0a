/** For loaders of pages: a refusal becomes the page that says so. */
import type { AppLoadContext } from '@remix-run/node';
import type { Actor } from '~/domain/kernel/actor';
import type { AnyCommand, Command, May } from '~/domain/kernel/command.server';
import { asDomainError } from '~/domain/kernel/faults.server';
import { log } from '~/process/log.server';
import { errorHeaders, errorResponse } from './errors.server';
import { requirePage } from './session.server';
import { STATUS } from './problem';
import { readId } from '~/domain/kernel/ids';

/** Runs a query; what a rule refuses becomes a response for the nearest error boundary. */
export async function load<Result>(query: () => Promise<Result>): Promise<Result> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof Response) throw error;
    throw errorResponse(error);
  }
}

/**
 * For a loader whose data is the same for everybody with the same key, as long as it has the same version. Where the
 * data alone is asked for, it may then be at hand.
 * @param key of the reader's scope.
 */
export async function cacheData<Data>(
  { cacheBy }: AppLoadContext,
  key: string,
  versionOf: () => Promise<number>,
  make: () => Promise<Data>,
): Promise<Data> {
  if (!cacheBy) return make();
  cacheBy.key = key;
  cacheBy.version = await versionOf();
  return null as Data; // never sent: `createPages` sends what is cached, or asks again
}

/** For a page that stays when a part of it fails: what went wrong with that part. A bug of ours is logged here. */
export function partFailure(error: unknown) {
  const known = asDomainError(error);
  if (!known) log.error({ err: error }, 'a part of the page failed');
  else if (known.code === 'unavailable') log.warn({ err: error }, 'a part of the page failed');
  return {
    status: known ? STATUS[known.code] : 500,
    headers: known ? errorHeaders(known) : {},
    /** For a person. */
    message: known?.message ?? 'Something went wrong. Please try again.',
  };
}

/** An id from the address of a page; nonsense is a page that does not exist. */
export function pathIdOr404(value: string | undefined): number {
  const id = readId(value);
  if (id === null) throw noSuchPage();
  return id;
}

type PageArgs = { request: Request; params: Record<string, string | undefined> };

/**
 * A page of one thing, named by the path.
 * @param pick the values that the page needs: all of them are sent to the browser.
 * @param may for a page that fewer people see than may read the thing.
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

/** The values that a command takes from the path. @throws the page that does not exist. */
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
