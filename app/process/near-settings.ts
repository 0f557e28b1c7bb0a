/** Finds environment variables that look like misspelled settings. */

type Misspelled = { name: string; meant: string };

/** Shorter names resemble those of other programs, such as HOME and HOST. */
const LONG = 6;

/** @param known names of settings. None of these is a misspelling. */
export function nearSettings(names: string[], known: string[]): Misspelled[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((each) => isNear(name, each));
      return meant === undefined ? [] : [{ name, meant }];
    });
}

function isNear(name: string, known: string): boolean {
  const [given, wanted] = [name, known].map((each) => each.toUpperCase().replace(/[^A-Z]/g, '_'));
  if (given === undefined || wanted === undefined) return false;
  if (given === wanted) return true;
  const most = Math.min(given.length, wanted.length) < LONG ? 1 : 2;
  return Math.abs(given.length - wanted.length) <= most && changesBetween(given, wanted) <= most;
}

/** The number of wrong, missing or extra letters. Two exchanged letters count once. */
function changesBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const areExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          areExchanged ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
