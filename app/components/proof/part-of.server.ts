/** The part of a link's page that its address names. */
import type { Part } from '~/domain/customers/links/open.server';

export function partOf(request: Request): Part {
  const { searchParams } = new URL(request.url);
  return { delivery: searchParams.get('delivery'), day: searchParams.get('day') };
}
