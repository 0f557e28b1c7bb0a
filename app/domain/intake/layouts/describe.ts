/** Says in words where a layout finds a value. */
import type { FieldName, Place } from './fields';

const NAMES: Record<FieldName, string> = {
  reference: 'the invoice number',
  customer: 'the customer number',
  name: 'the name',
  street: 'the street',
  city: 'the city',
  via: 'ship via',
};

/** In points: less is the same line. */
const SAME_LINE = 3;

/** Returns a text such as `right of “TICKET”`. */
export function describePlace(place: Place): string {
  if (place.is === 'behind') return `behind ${NAMES[place.anchor]}`;
  if (place.anchor === '') return 'at its place on the page';
  const label = `“${place.anchor}”`;
  if (place.is === 'after') return `right of ${label}`;
  if (place.is === 'under') return `in the line below ${label}`;
  if (Math.abs(place.dy) <= SAME_LINE) return `in the line of ${label}`;
  return `${place.dy > 0 ? 'below' : 'above'} ${label}`;
}
