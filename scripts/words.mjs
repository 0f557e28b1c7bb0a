/**
 * Writes built files in every language. The dictionaries in them are calls `part('words:NAME', …)`. A text that is used
 * as `NAME.key` is written where it is used, so that a page has no text that it does not show, and no names of texts.
 */
import { transformSync } from 'esbuild';
import { analyze } from 'eslint-scope';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { ROOT } from './prepare.mjs';

const WORDS = join(ROOT, 'app/words');
const MARK = 'words:';
const PSEUDO = ['en-XA', 'ar-XB'];
/** All but English. @param forTests adds the languages that are made from English. */
export const languagesOf = (forTests) => [
  ...readdirSync(WORDS, { withFileTypes: true })
    .filter((each) => each.isDirectory() && each.name !== 'en')
    .map(({ name }) => name),
  ...(forTests ? PSEUDO : []),
];

/** Calls back for each node of the program, with its parent. */
function walk(node, see, parent) {
  if (Array.isArray(node)) for (const each of node) walk(each, see, parent);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') see(node, parent);
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, see, node);
  }
}

const textOf = (node) =>
  node?.type === 'TemplateLiteral' && node.quasis.length === 1 ? node.quasis[0].value.cooked : node?.value;

/** @returns the dictionary's name and function, if the node is the call that makes it. */
function partOf(node) {
  if (node?.type !== 'CallExpression' || node.arguments.length !== 2) return null;
  const [name, make] = node.arguments;
  const text = String(textOf(name));
  return text.startsWith(MARK) ? { name: text.slice(MARK.length), make } : null;
}

const fileOf = (source) => String(textOf(source)).replace(/^\.\//, '');
const nameIn = (node) => node.name ?? node.value;
const isNamed = ({ type }) => type === 'ImportSpecifier';

/** The dictionaries that a file exports, by exported name. */
function exportsOf(ast) {
  const local = new Map();
  const found = new Map();
  walk(ast, (node) => {
    const part = node.type === 'VariableDeclarator' && partOf(node.init);
    if (part) local.set(node.id.name, part.name);
  });
  walk(ast, (node) => {
    if (node.type === 'ExportSpecifier' && local.has(node.local.name))
      found.set(nameIn(node.exported), local.get(node.local.name));
  });
  return found;
}

/**
 * Finds the dictionaries in files that import each other.
 * @param files their `fileName` and `code`.
 * @returns for each file what is to be written anew: `makes`, the functions of dictionaries, and `uses`, texts by name
 *   and key. `whole` has the dictionaries that are also used otherwise, for example by a computed key.
 */
function findParts(files) {
  const exportedBy = new Map(
    files
      .filter(({ code }) => code.includes(MARK))
      .map(({ fileName, code }) => [fileName, exportsOf(parseAst(code))]),
  );
  const concerned = files.filter(
    ({ fileName, code }) =>
      code.includes(MARK) ||
      [...exportedBy.keys()].some((other) => other !== fileName && code.includes(other)),
  );
  const whole = new Set();
  const found = new Map();
  for (const { fileName, code } of concerned) {
    const ast = parseAst(code);
    const makes = [];
    const parents = new Map();
    /** Names of dictionaries by the identifier that declares them here. */
    const declared = new Map();
    walk(ast, (node, parent) => {
      parents.set(node, parent);
      node.range = [node.start, node.end];
      const part = partOf(node);
      if (part) makes.push({ name: part.name, start: part.make.start, end: part.make.end });
      const made = node.type === 'VariableDeclarator' && partOf(node.init);
      if (made) declared.set(node.id, made.name);
      const there = node.source && exportedBy.get(fileOf(node.source));
      if (!there) return;
      // A file that passes a dictionary on under another name is not followed.
      const isPlain = node.type === 'ImportDeclaration' && node.specifiers.every(isNamed);
      if (!isPlain) for (const name of there.values()) whole.add(name);
      for (const each of isPlain ? node.specifiers : [])
        if (there.has(nameIn(each.imported))) declared.set(each.local, there.get(nameIn(each.imported)));
    });
    const uses = [];
    if (declared.size > 0) {
      const { scopes } = analyze(ast, { ecmaVersion: 2022, sourceType: 'module' });
      for (const variable of scopes.flatMap((scope) => scope.variables)) {
        const name = variable.identifiers.map((each) => declared.get(each)).find(Boolean);
        if (name === undefined) continue;
        for (const { identifier, init } of variable.references) {
          const parent = parents.get(identifier);
          if (init) continue;
          const isOwnExport =
            parent.type === 'ExportSpecifier' && exportedBy.get(fileName)?.has(nameIn(parent.exported));
          if (isOwnExport) continue;
          if (parent.type === 'MemberExpression' && parent.object === identifier && !parent.computed)
            uses.push({ name, key: parent.property.name, start: parent.start, end: parent.end });
          else whole.add(name);
        }
      }
    }
    if (makes.length + uses.length > 0) found.set(fileName, { makes, uses });
  }
  return { found, whole };
}

const compiled = (file, more) =>
  transformSync(readFileSync(file, 'utf8'), { loader: 'ts', charset: 'utf8', target: 'es2020', ...more })
    .code;

const filesOf = (language) =>
  readdirSync(join(WORDS, language))
    .filter((name) => name !== 'index.ts')
    .map((name) => compiled(join(WORDS, language, name), { minify: true }));

/** The functions of English by the name of their dictionary. */
function english() {
  const found = new Map();
  for (const code of filesOf('en'))
    walk(parseAst(code), (node) => {
      const part = partOf(node);
      if (part) found.set(part.name, code.slice(part.make.start, part.make.end));
    });
  return found;
}

/** The functions of another language. Each refers to nothing outside of itself. */
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

/** The functions of a language that is made from English. */
function pseudoTranslations(language) {
  const program = compiled(join(WORDS, 'pseudo.ts'), {}).replace('export function', 'function');
  const pseudo = `(()=>{${program}return pseudo})()`;
  return new Map(
    [...english()].map(([name, make]) => [name, `g=>${pseudo}((${make})(g),${JSON.stringify(language)})`]),
  );
}

const unwrapped = (node) => (node?.type === 'ParenthesizedExpression' ? node.expression : node);

/** The properties of the object that a dictionary's function returns, and where that is in its code; null for none. */
function objectIn(make) {
  const code = `(${make})`;
  const { body } = unwrapped(parseAst(code).body[0].expression);
  const object = unwrapped(body.type === 'BlockStatement' ? body.body.at(-1).argument : body);
  return object?.type === 'ObjectExpression' ? { code, object } : null;
}

/** True for a function that is one expression of its own parameters. It can be written where it is called. */
function isAlone(value) {
  if (value.type !== 'ArrowFunctionExpression' || value.body.type === 'BlockStatement') return false;
  const names = new Set(value.params.map(({ name }) => name));
  let alone = true;
  walk(value.body, (node, parent) => {
    const isKey = parent?.type === 'MemberExpression' && parent.property === node && !parent.computed;
    if (node.type === 'Identifier' && !isKey && !names.has(node.name)) alone = false;
  });
  return alone;
}

/** A longer text is not written in several places. */
const MOST_PLACES = 2;

/**
 * Prepares a dictionary.
 * @param countOf returns in how many places a key is used.
 * @returns `inPlace`, the code of texts that are written where they are used, and `make` without these.
 */
function dictionaryOf(make, isWhole, countOf) {
  const found = isWhole ? null : objectIn(make);
  const inPlace = new Map();
  if (!found) return { inPlace, make };
  const { code, object } = found;
  const kept = [];
  for (const property of object.properties) {
    const key = nameIn(property.key);
    const text = code.slice(property.value.start, property.value.end);
    if (typeof textOf(property.value) === 'string') inPlace.set(key, text);
    else if (isAlone(property.value) && countOf(key) <= MOST_PLACES) inPlace.set(key, `(${text})`);
    else kept.push(code.slice(property.start, property.end));
  }
  return { inPlace, make: `${code.slice(1, object.start)}{${kept.join()}}${code.slice(object.end, -1)}` };
}

/** @returns a function that writes files in a language. It fails for a dictionary that the language lacks. */
export function translatorOf(files) {
  const { found, whole } = findParts(files);
  const places = new Map();
  for (const { uses } of found.values())
    for (const { name, key } of uses) places.set(`${name}.${key}`, (places.get(`${name}.${key}`) ?? 0) + 1);
  return (language) => {
    const known =
      language === 'en'
        ? english()
        : PSEUDO.includes(language)
          ? pseudoTranslations(language)
          : translations(language);
    const made = new Map();
    const dictionary = (name) => {
      const make = known.get(name);
      if (make === undefined) throw new Error(`app/words/${language} has no dictionary ${name}`);
      if (!made.has(name))
        made.set(
          name,
          dictionaryOf(make, whole.has(name), (key) => places.get(`${name}.${key}`) ?? 0),
        );
      return made.get(name);
    };
    return files.map((file) => {
      const { makes = [], uses = [] } = found.get(file.fileName) ?? {};
      const edits = [
        ...makes.map(({ name, ...place }) => ({ ...place, text: dictionary(name).make })),
        ...uses.flatMap(({ name, key, ...place }) => {
          const text = dictionary(name).inPlace.get(key);
          return text === undefined ? [] : { ...place, text };
        }),
      ].sort((a, b) => b.start - a.start);
      const code = edits.reduce(
        (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
        file.code,
      );
      return { ...file, code };
    });
  };
}
