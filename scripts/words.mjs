/** Writes built files in other languages: it replaces the dictionaries in them, which are calls `part('words:NAME', …)`. */
import { transformSync } from 'esbuild';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { ROOT } from './prepare.mjs';

const WORDS = join(ROOT, 'app/words');
const PSEUDO = ['en-XA', 'ar-XB'];
export const LANGUAGES = [
  ...readdirSync(WORDS, { withFileTypes: true })
    .filter((each) => each.isDirectory() && each.name !== 'en')
    .map(({ name }) => name),
  ...PSEUDO,
];

/** Calls back for each node of the program. */
function walk(node, see) {
  if (Array.isArray(node)) for (const each of node) walk(each, see);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') see(node);
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, see);
  }
}

const textOf = (node) =>
  node?.type === 'TemplateLiteral' && node.quasis.length === 1 ? node.quasis[0].value.cooked : node?.value;

/** The dictionaries in a program: the name of each, and where its function starts and ends. */
function partsIn(code) {
  const found = [];
  if (!code.includes('words:')) return found;
  walk(parseAst(code), (node) => {
    if (node.type !== 'CallExpression' || node.arguments.length !== 2) return;
    const [name, make] = node.arguments;
    if (String(textOf(name)).startsWith('words:'))
      found.push({ name: textOf(name).slice('words:'.length), start: make.start, end: make.end });
  });
  return found;
}

const compiled = (file, more) =>
  transformSync(readFileSync(file, 'utf8'), { loader: 'ts', charset: 'utf8', target: 'es2020', ...more })
    .code;

const filesOf = (language) =>
  readdirSync(join(WORDS, language))
    .filter((name) => name !== 'index.ts')
    .map((name) => compiled(join(WORDS, language, name), { minify: true }));

/** The functions of another language by the name of their dictionary. Each refers to nothing outside of itself. */
function translations(language) {
  const found = new Map();
  for (const code of filesOf(language))
    walk(parseAst(code), (node) => {
      if (node.type !== 'ExportNamedDeclaration') return;
      for (const { id, init } of node.declaration?.declarations ?? [])
        found.set(id.name, code.slice(init.start, init.end));
    });
  return found;
}

/** The same for a language that is made from English. */
function pseudoTranslations(language) {
  const program = compiled(join(WORDS, 'pseudo.ts'), {}).replace('export function', 'function');
  const pseudo = `(()=>{${program}return pseudo})()`;
  const found = new Map();
  for (const code of filesOf('en'))
    for (const { name, start, end } of partsIn(code))
      found.set(name, `g=>${pseudo}((${code.slice(start, end)})(g),${JSON.stringify(language)})`);
  return found;
}

/** @returns a function that writes a program in this language. It fails for a dictionary that the language lacks. */
export function translatorTo(language) {
  const known = PSEUDO.includes(language) ? pseudoTranslations(language) : translations(language);
  return (code) =>
    partsIn(code).reduceRight((text, { name, start, end }) => {
      const translation = known.get(name);
      if (translation === undefined) throw new Error(`app/words/${language} has no dictionary ${name}`);
      return text.slice(0, start) + translation + text.slice(end);
    }, code);
}
