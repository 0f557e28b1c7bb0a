/** The answers of a plan, each in one line, below the present lists. */
import { Link, useLocation } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { inMiles } from '~/domain/geography/distance';
import { durationLabel } from '~/domain/kernel/time';
import {
  LEFT_REASONS,
  PLAN_KINDS,
  PLAN_LABELS,
  type PlanKind,
  gainOf,
  type Gain,
} from '~/modules/day-plans/kinds';
import type { Figures, PlanAnswer, PlanResult } from '~/modules/day-plans/schema';
import { changedParams } from '~/forms/view-params';
import { Card } from '~/ui/card';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';
import * as css from './plan.css';

type Props = { result: PlanResult; kind: PlanKind; isApplied: boolean };

type Shown = Figures & Partial<PlanAnswer>;

/** The columns behind the name. A figure that is `bad` is red, unless it is 0. */
const FIGURES: { name: string; of: (shown: Shown) => ReactNode; bad?: true }[] = [
  { name: 'Miles', of: ({ metres }) => inMiles(metres) },
  { name: 'Time', of: ({ minutes }) => durationLabel(minutes) },
  { name: 'All done by', of: (shown) => <LastDone figures={shown} /> },
  { name: 'Late stops', of: ({ lateStops }) => lateStops, bad: true },
  { name: 'Tasks moved', of: ({ moved }) => moved },
  { name: 'Drivers affected', of: ({ affected }) => affected },
  { name: 'Overtime', of: ({ overtime }) => (overtime > 0 ? durationLabel(overtime) : null), bad: true },
  { name: 'Left out', of: ({ left = [] }) => left.length || null, bad: true },
];

export function AnswerTable({ result, kind, isApplied }: Props) {
  const { answers, before } = result;
  const missing = PLAN_KINDS.filter((each) => !answers.some((answer) => answer.kind === each));
  const chosen = answers.find((answer) => answer.kind === kind);
  const groups = groupsOf(answers, kind);
  return (
    <Card flush>
      <Table columns={['Plan', ...FIGURES.map(({ name }) => name)]} className={css.answers}>
        <tr>
          <td>
            <strong>Now</strong> <span className={css.about}>Unassigned tasks are not counted</span>
          </td>
          <Cells shown={before} />
        </tr>
        {groups.map(([answer]) => (
          <tr key={answer.kind} data-current={answer.kind === kind ? '' : undefined}>
            <td>
              <AnswerName kind={answer.kind} isChosen={answer.kind === kind} isApplied={isApplied} />{' '}
              <span className={css.about}>{PLAN_LABELS[answer.kind].about}</span>
            </td>
            <Cells shown={answer} />
          </tr>
        ))}
      </Table>
      <div className={css.below}>
        {chosen && <GainNote gain={gainOf(answers, chosen)} />}
        {groups
          .filter(({ length }) => length > 1)
          .map(([{ kind: shown }, ...same]) => (
            <p key={shown}>
              {same.map((each, index) => (
                <Fragment key={each.kind}>
                  {index > 0 && ', '}
                  <AnswerName kind={each.kind} isChosen={false} isApplied={isApplied} look={css.same} />
                </Fragment>
              ))}
              : the same lists as {PLAN_LABELS[shown].label}
            </p>
          ))}
        {missing.length > 0 && (
          <p>{missing.map((each) => PLAN_LABELS[each].label).join(', ')}: no answer that keeps all rules.</p>
        )}
        <LeftTasks left={[...result.left, ...(chosen?.left ?? [])]} />
      </div>
    </Card>
  );
}

type Group = [PlanAnswer, ...PlanAnswer[]];

/** Answers with the same lists. The chosen one is the first of its group. */
function groupsOf(answers: PlanAnswer[], chosen: PlanKind): Group[] {
  const groups = new Map<string, Group>();
  for (const answer of answers) {
    const lists = answer.routes.map(({ driverId, taskIds }) => [driverId, ...taskIds].join(' ')).sort();
    const key = [...lists, ...answer.left.map(({ taskId }) => String(taskId)).sort()].join();
    const [first, ...others] = groups.get(key) ?? [];
    if (!first) groups.set(key, [answer]);
    else groups.set(key, answer.kind === chosen ? [answer, first, ...others] : [first, ...others, answer]);
  }
  return [...groups.values()];
}

type NameProps = { kind: PlanKind; isChosen: boolean; isApplied: boolean; look?: string };

/** A click on any part of the line chooses the answer. */
function AnswerName({ kind, isChosen, isApplied, look = css.choose }: NameProps) {
  const { search } = useLocation();
  const { label } = PLAN_LABELS[kind];
  return (
    <>
      {isApplied ? (
        <strong>{label}</strong>
      ) : (
        <Link
          to={changedParams(search, { kind })}
          preventScrollReset
          replace
          aria-current={isChosen ? 'true' : undefined}
          className={look}
        >
          {label}
        </Link>
      )}
      {isChosen && isApplied && <span className={css.chosen}> Applied</span>}
    </>
  );
}

const Cells = ({ shown }: { shown: Shown }) =>
  FIGURES.map(({ name, of, bad }) => {
    const value = of(shown);
    return (
      <td
        key={name}
        data-label={name}
        data-none={value == null ? '' : undefined}
        className={bad && value ? css.badFigure : undefined}
      >
        {value ?? '–'}
      </td>
    );
  });

/** Splits the saved time into the part by order and the part by moving tasks. */
function GainNote({ gain }: { gain: Gain | null }) {
  if (!gain) return null;
  const { total, byOrder, byMoving } = gain;
  return (
    <p>
      {durationLabel(total)} less than {PLAN_LABELS.insert.label}: {durationLabel(byOrder)} by the order,{' '}
      {durationLabel(byMoving)} by moving tasks
    </p>
  );
}

function LastDone({ figures }: { figures: Figures }) {
  const last = figures.routes
    .flatMap(({ finishAt }) => finishAt ?? [])
    .sort()
    .at(-1);
  return last === undefined ? '–' : <Time iso={last} inWeek />;
}

/** Lists tasks that stay in their lists, with the reasons. */
function LeftTasks({ left }: { left: PlanResult['left'] }) {
  if (left.length === 0) return null;
  return (
    <details className={css.left}>
      <summary>
        {left.length === 1 ? '1 task stays where it is' : `${String(left.length)} tasks stay where they are`}
      </summary>
      <ul className={css.list}>
        {left.map(({ taskId, location, reason }) => (
          <li key={taskId}>
            <Link to={`/dispatcher/tasks/${String(taskId)}`}>{location}</Link>
            <span className={css.note}> {LEFT_REASONS[reason]}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
