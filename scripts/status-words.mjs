/** Statuses of tasks are named in one file. Other files ask the questions that it exports. */
import { readFileSync } from 'node:fs';

const labels = readFileSync(new URL('../app/words/en/labels.ts', import.meta.url), 'utf8');
const [, statuses = ''] = /export const statuses = .*\(\{([^}]*)\}/.exec(labels) ?? [];
const WORDS = [...statuses.matchAll(/^ *'?([\w-]+)'?:/gm)].map(([, word]) => word).join('|');
if (!WORDS) throw new Error('app/words/en/labels.ts has no statuses');
const WORD = `/^(${WORDS})$/`;
const QUOTED = `'(${WORDS})'`;
/** A column of statuses, or of actions, which are named after them, is compared with a word. */
const IN_SQL = `/\\b(status|action)\\b[^a-z]*(=|<>|!=|(not\\s+)?in\\b)\\s*\\(?${QUOTED}/`;

/** @type {Record<string, string>} */
const PLACES = {
  compared: `BinaryExpression[operator=/^[!=]==$/]:not(:has(Identifier[name=/^(state|lookup)$/])) > Literal[value=${WORD}]`,
  'compared by its name': 'BinaryExpression[operator=/^[!=]==$/] > MemberExpression[object.name="STATUS"]',
  given: `Property[key.name=/^(status|statuses|action)$/] > Literal[value=${WORD}]`,
  'given in a choice': `Property[key.name=/^(status|statuses|action)$/] > ConditionalExpression > Literal[value=${WORD}]`,
  assigned: `AssignmentExpression > Literal[value=${WORD}]`,
  listed: `ArrayExpression > Literal[value=${WORD}] ~ Literal[value=${WORD}]`,
  'listed alone': `Property[key.name=/^(status|statuses|action)$/] > ArrayExpression > Literal[value=${WORD}]`,
  passed: `CallExpression:not([callee.name=/^(button|over|text)$/], [callee.property.name="get"]) > Literal[value=${WORD}]`,
  'in SQL': `:matches(Literal[value=${IN_SQL}], TemplateElement[value.raw=${IN_SQL}])`,
};

/** For `no-restricted-syntax`. */
export const STATUS_WORDS = Object.entries(PLACES).map(([place, selector]) => ({
  selector,
  message: `A status is ${place}: ask a question of app/domain/tasks/model/statuses.ts.`,
}));
