/** Gives each driver a color and initials, by which pages identify them. Pure. */

/** The number of colors: `DRIVER_COLORS` in `ui/driver-colors.ts` has as many. */
export const DRIVER_COLOR_COUNT = 10;

export type DriverMark = {
  /** The place of the color in `DRIVER_COLORS`. */
  color: number;
  /** Two characters, or more where two drivers would share them. */
  initials: string;
};

type Person = { id: number; name: string; username: string };

/**
 * Neighbors by name have different colors, and a new driver changes no color of another one.
 * @param people everyone who drives or has driven, so that nobody's color changes when somebody leaves.
 */
export function driverMarks(people: Person[]): Map<number, DriverMark> {
  const colors = colorsOf(people);
  const initials = initialsOf(people);
  return new Map(
    people.map(({ id }) => [id, { color: colors.get(id) ?? 0, initials: initials.get(id) ?? '' }]),
  );
}

const shownName = ({ name, username }: Person) => name || username;
const sortKey = (person: Person) => shownName(person).toLowerCase();

/** In the order in which they came, each driver gets a color that fewest have and no neighbor who was there before. */
function colorsOf(people: Person[]): Map<number, number> {
  const colors = new Map<number, number>();
  const byName: Person[] = [];
  const uses = Array.from({ length: DRIVER_COLOR_COUNT }, () => 0);
  const inOrder = [...people].sort((one, other) => one.id - other.id);
  for (const person of inOrder) {
    const found = byName.findIndex((each) => sortKey(each) > sortKey(person));
    const at = found === -1 ? byName.length : found;
    const taken = [byName[at - 1], byName[at]].map((each) => each && colors.get(each.id));
    const free = uses.map((_, color) => color).filter((color) => !taken.includes(color));
    const fewest = Math.min(...free.map((color) => uses[color] ?? 0));
    const color = free.find((each) => uses[each] === fewest) ?? 0;
    uses[color] = fewest + 1;
    colors.set(person.id, color);
    byName.splice(at, 0, person);
  }
  return colors;
}

/** Each longer than the one before. The last is the whole of what may be shown. */
const FORMS: ((first: string[], last: string[]) => string)[] = [
  (first, last) => start(first, 1) + start(last, 1),
  (first, last) => start(first, 1) + start(last, 2),
  (first, last) => start(first, 2) + start(last, 1),
];

/** Drivers who would share two letters get three, and a number if they would share these as well. */
function initialsOf(people: Person[]): Map<number, string> {
  const given = new Map<number, string>();
  const used = new Set<string>();
  const groups = new Map<string, Person[]>();
  for (const person of [...people].sort((one, other) => one.id - other.id)) {
    const plain = formOf(person, 0);
    groups.set(plain, [...(groups.get(plain) ?? []), person]);
  }
  for (const [plain, group] of groups) {
    if (group.length === 1) used.add(plain);
  }
  for (const [plain, group] of groups) {
    const form = FORMS.findIndex((_, index) => {
      const all = group.map((person) => formOf(person, index));
      return new Set(all).size === group.length && (index === 0 || all.every((each) => !used.has(each)));
    });
    for (const [index, person] of group.entries()) {
      const initials = form === -1 ? `${plain}${String(index + 1)}` : formOf(person, form);
      given.set(person.id, initials);
      used.add(initials);
    }
  }
  return given;
}

function formOf(person: Person, form: number): string {
  const words = shownName(person)
    .normalize('NFC')
    .split(/\s+/)
    .map(lettersOf)
    .filter(({ length }) => length > 0);
  const [first = ['?']] = words;
  const last = words.length > 1 ? (words.at(-1) ?? []) : first.slice(1);
  return FORMS[form]?.(first, last) ?? '';
}

/** The letters and digits of a word. A letter may be of several characters. */
const lettersOf = (word: string) => word.match(/[\p{L}\p{N}]\p{M}*/gu) ?? [];

/** The first letter as a capital. */
const start = (letters: string[], length: number) =>
  letters
    .slice(0, length)
    .map((letter, at) => (at === 0 ? letter.toUpperCase() : letter))
    .join('');
