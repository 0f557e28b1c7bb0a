/** Looks at the first rows of a file before anything is made. */
import { rows } from 'db/connection';
import { query } from '~/domain/kernel/command.server';
import { DomainError } from '~/domain/kernel/errors';
import { authorizeAll } from '~/domain/kernel/permissions';
import { inEnglish } from '~/domain/kernel/sentence';
import { storedMoveIn } from './commands.server';
import { missingFields, type MoveInKind } from './fields';
import { lookAtRow, MAY_MAKE, NAMED, readerFor } from './rows.server';
import { atMoveIn, type Offer, Options, type Preview, PreviewAnswer } from './schema';
import { lackingIn } from './task-rows.server';

const LOOKED = 200;
const MOST_SAMPLES = 3;
const MOST_PROBLEMS = 50;
const MOST_QUESTIONS = 50;

type Row = { line: number; cells: string[] };
const FIRST_ROWS = `
  select line, cells from move_in_rows where move_in_id = $moveInId and state = 'open' order by line limit ${String(LOOKED)}`;

export const previewMoveIn = query(
  {
    summary: 'What the first rows of a file become',
    about: `It looks at the first ${String(LOOKED)} rows, and at all names of drivers or dealerships. Nothing is made.`,
    may: 'moveIn',
    at: atMoveIn,
    answer: PreviewAnswer,
  },
  async ({ actor, moveInId }): Promise<Preview> => {
    const { kind, columns, options: stored } = await storedMoveIn(actor, moveInId);
    authorizeAll(actor, MAY_MAKE[kind]);
    const options = Options.parse(stored);
    const reader = await readerFor(actor, options);
    const first = await rows<Row>(FIRST_ROWS, { moveInId });
    const preview: Preview = {
      missing: missingFields(kind, columns, options),
      questions: await questionsOf(moveInId, kind, columns, reader),
      offers: kind === 'tasks' ? offersFor(columns, first, options) : [],
      looked: first.length,
      fresh: 0,
      known: 0,
      samples: [],
      problems: [],
    };
    if (preview.missing.length > 0) return preview;
    for (const { line, cells } of first) {
      try {
        if (await lookAtRow(kind, { columns, cells, line }, reader)) preview.known += 1;
        else {
          preview.fresh += 1;
          if (preview.samples.length < MOST_SAMPLES)
            preview.samples.push({ line, cells: columns.map((_, index) => cells[index] ?? '') });
        }
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        if (preview.problems.length < MOST_PROBLEMS)
          preview.problems.push({ line, error: inEnglish(error.said) });
      }
    }
    return preview;
  },
);

/** Returns what can stand for values that rows need and do not have. */
function offersFor(columns: string[], first: Row[], options: Options): Offer[] {
  const lacking = first.map((each) => lackingIn({ columns, ...each }, options));
  const offers: Offer[] = [
    {
      about: 'numbers',
      rows: options.numbers === null ? lacking.filter(({ numbers }) => numbers).length : 0,
      choices: columns.includes('reference') ? ['order', 'line'] : ['line'],
    },
    {
      about: 'names',
      rows: options.names === null ? lacking.filter(({ names }) => names).length : 0,
      choices: ['address'],
    },
  ];
  return offers.filter(({ rows: count }) => count > 0);
}

const NAMES = `
  select distinct trim(cells[$column]) as name from move_in_rows
  where move_in_id = $moveInId and state = 'open' and trim(cells[$column]) <> '' order by 1 limit 2000`;

/** Names that are not known, and those that were answered. */
async function questionsOf(
  moveInId: number,
  kind: MoveInKind,
  columns: string[],
  { options, driverOf, dealershipsOf }: Awaited<ReturnType<typeof readerFor>>,
): Promise<Preview['questions']> {
  const named = NAMED[kind];
  const column = named === null ? -1 : columns.indexOf(named.field);
  if (named === null || column === -1) return [];
  const found = await rows<{ name: string }>(NAMES, { moveInId, column: column + 1 });
  const isKnown = (name: string) => {
    try {
      if (named.about === 'driver') driverOf(name);
      else dealershipsOf(name);
      return true;
    } catch {
      return false;
    }
  };
  return found
    .map(({ name }) => ({ name, about: named.about, meant: options.answers[name.toLowerCase()] ?? '' }))
    .filter(({ name, meant }) => meant !== '' || !isKnown(name))
    .slice(0, MOST_QUESTIONS);
}
