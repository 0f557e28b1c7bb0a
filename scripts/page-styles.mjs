/** Selects the rules of the style sheet that a page needs: those whose class names are in its JavaScript. */

/** The top-level parts of a sheet. `head` is a selector or an at-rule, `body` the text in its braces. */
function* partsOf(css) {
  let from = 0;
  let open = -1;
  let depth = 0;
  let quote = null;
  for (let at = 0; at < css.length; at += 1) {
    const sign = css[at];
    if (sign === '\\') at += 1;
    else if (quote) quote = sign === quote ? null : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ';' && depth === 0) from = at + 1;
    else if (sign === '{') {
      if (depth === 0) open = at;
      depth += 1;
    } else if (sign === '}') {
      depth -= 1;
      if (depth > 0) continue;
      yield { head: css.slice(from, open).trim(), body: css.slice(open + 1, at) };
      from = at + 1;
    }
  }
}

/** Leaves out classes in `:not()`, because such a rule is for elements without them. */
const classesOf = (selector) => selector.replaceAll(/:not\([^)]*\)/g, '').match(/\.[a-zA-Z_][\w-]*/g) ?? [];

/** Splits a list of selectors at its commas, except commas within brackets. */
function selectorsOf(head) {
  const found = [''];
  let depth = 0;
  for (const sign of head) {
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found;
}

/**
 * @param names all words of the page's JavaScript. vanilla-extract writes class names as whole words.
 * @returns the rules in their order, including rules without a class.
 */
export function rulesFor(css, names) {
  const isNeeded = (selector) => classesOf(selector).every((name) => names.has(name.slice(1)));
  let kept = '';
  for (const { head, body } of partsOf(css)) {
    if (/^@(media|supports|layer|container)\b/.test(head)) {
      const inner = rulesFor(body, names);
      if (inner) kept += `${head}{${inner}}`;
    } else if (head.startsWith('@')) kept += `${head}{${body}}`;
    else {
      const wanted = selectorsOf(head).filter(isNeeded);
      if (wanted.length > 0) kept += `${wanted.join(',')}{${body}}`;
    }
  }
  return kept;
}

/** The names of all classes of a sheet, without dots, and words that look like such. */
export const classNamesOf = (css) =>
  new Set((css.match(/\.[a-zA-Z_][\w-]*/g) ?? []).map((name) => name.slice(1)));

export const wordsOf = (text) => text.match(/[\w-]+/g) ?? [];
