/** An account that was typed into a field by its name. */
import { fieldRefusal } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { findAccountsNamed } from '~/domain/network/accounts/queries.server';

/** The id at the end of `Olathe Collision (#12)`. */
export const numberIn = (name: string) => /\(#(\d{1,9})\)$/.exec(name)?.[1];

/** @throws invalid unless exactly one account has the name. */
export function idNamed(known: { id: number; name: string }[], name: string, field: string): number {
  const found = known.filter((each) => each.name.toLowerCase() === name.toLowerCase());
  const [only] = found;
  if (found.length === 1 && only) return only.id;
  throw fieldRefusal(
    field,
    found.length === 0
      ? untranslated('noAccountNamed', `There is no account called ${name}`)
      : untranslated(
          'accountsNamed',
          `Several accounts are called ${name}. Enter one of ${found.map((each) => `${each.name} (#${String(each.id)})`).join(', ')}`,
        ),
  );
}

/** Returns its id. @throws invalid, for the field. */
export async function accountIdOf(name: string, field: string): Promise<number> {
  const id = numberIn(name);
  return id === undefined ? idNamed(await findAccountsNamed([name]), name, field) : Number(id);
}
