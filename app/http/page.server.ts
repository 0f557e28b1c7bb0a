/** For loaders of pages: a refusal becomes the page that says so. */
import { errorResponse } from './errors.server';

/** Runs a query; what a rule refuses becomes a response for the nearest error boundary. */
export async function load<Result>(query: () => Promise<Result>): Promise<Result> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof Response) throw error;
    throw errorResponse(error);
  }
}

/** An id from the address of a page; nonsense is a page that does not exist. */
export function pathIdOr404(value: string | undefined): number {
  const id = /^[1-9]\d{0,9}$/.test(value ?? '') ? Number(value) : NaN;
  if (id <= 2_147_483_647) return id;
  throw Response.json({ error: 'There is no such page' }, { status: 404 });
}
