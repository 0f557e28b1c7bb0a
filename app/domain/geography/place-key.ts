/** Decides whether two tasks are at one place, however their address is spelled. Safe in the browser. */

const MOST_REMEMBERED = 5_000;
/** Keys by name, then by address. This is called so often that joining the two into one key would be noticeably slower. */
const remembered = new Map<string, Map<string, string>>();
let count = 0;

/**
 * The key is equal for tasks of one stop: it ignores capitals, spaces, punctuation, and the parts that
 * `addressKey` leaves out.
 */
export function placeKey({ location, address }: { location: string; address: string }): string {
  const known = remembered.get(location)?.get(address);
  if (known !== undefined) return known;
  const key = JSON.stringify([nameKey(location), addressKey(address)]);
  // Starting over is cheap, because the same few places are asked for again and again.
  if (count >= MOST_REMEMBERED) {
    remembered.clear();
    count = 0;
  }
  count += 1;
  const there = remembered.get(location) ?? new Map<string, string>();
  remembered.set(location, there.set(address, key));
  return key;
}

const nameKey = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** The same as `address_key` in the database: without suite or unit, ZIP+4, country, punctuation and capitals. */
export function addressKey(address: string): string {
  return withoutUnit(
    address
      .replace(/\s+/g, ' ')
      .replace(/\b(\d{5})-\d{4}\b/g, '$1')
      .replace(/[ ,]+(usa|u\.s\.a\.|united states( of america)?)[ ,.]*$/i, ''),
  )
    .replace(/ *,[ ,]*/g, ', ')
    .replace(/^[ ,]+|[ ,]+$/g, '')
    .toLowerCase()
    .replace(/[.'’]/g, '')
    .replace(/-/g, (hyphen, at: number, whole: string) =>
      /\d/.test(whole.charAt(at - 1)) && /\d/.test(whole.charAt(at + 1)) ? hyphen : ' ',
    )
    .replace(/[\s,;:()/"#&]+/g, ' ')
    .trim();
}

// "County Road #12" and "Hwy #7" are roads. It is tested on the text before the match because browsers of
// older phones have no lookbehind.
const NUMBERED_ROAD = /\b((county|co|state) (road|rd)|route|rte|hwy|highway|cr)\.? *$/i;

function withoutUnit(address: string): string {
  return address
    .replace(/,? *\b(suite|ste|unit|apt|apartment|room|rm)\b\.? *#? *(\w*\d[\w-]*|[a-z])\b/gi, '')
    .replace(/,? *# *[\w-]+/g, (unit, at: number, whole: string) => {
      for (let from = 0; from <= unit.indexOf('#'); from += 1)
        if (!NUMBERED_ROAD.test(whole.slice(0, at + from))) return unit.slice(0, from);
      return unit;
    });
}
