/** Makes the input of the command from the fields of the form. */
import { textsIn } from '~/components/inbox/layout-fields.server';
import { MARKS } from '~/components/inbox/marks';
import { fieldRefusal } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { chosenBy } from '~/domain/intake/layouts/choices';
import { FIELD_NAMES } from '~/domain/intake/layouts/fields';

type Fields = Record<string, unknown>;

const chosenIn = (fields: Fields, name: string) => {
  const value = fields[`at_${name}`];
  return typeof value === 'string' ? chosenBy(value) : null;
};

export const taughtOf =
  (save: boolean) =>
  (fields: Fields): Fields => {
    const chosen = FIELD_NAMES.flatMap((name) => {
      const found = chosenIn(fields, name);
      return found ? [[name, found] as const] : [];
    });
    const [part, quantity] = [chosenIn(fields, 'part'), chosenIn(fields, 'quantity')];
    if ((part === null) !== (quantity === null))
      throw fieldRefusal(
        part ? 'at_quantity' : 'at_part',
        untranslated('wholeRow', 'Choose the part number and the quantity of one line'),
      );
    for (const name of ['reference', 'customer'] as const)
      if (!chosen.some(([each]) => each === name))
        throw fieldRefusal(`at_${name}`, untranslated('chooseValue', 'Choose its value in the document'));
    return {
      name: fields.layoutName,
      save,
      fields: Object.fromEntries(chosen),
      ...(part && quantity && { lines: { part: part.words, quantity: quantity.words } }),
      ...Object.fromEntries(MARKS.map(([name]) => [name, textsIn(fields[name])])),
    };
  };

/** A layout without fields is ignored. */
export const ignoredOf = (fields: Fields): Fields => ({ name: fields.layoutName, save: true, fields: {} });
