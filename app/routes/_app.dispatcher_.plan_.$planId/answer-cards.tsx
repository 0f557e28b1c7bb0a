/** The answers of a plan and the present lists, side by side. */
import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import {
  LEFT_REASONS,
  PLAN_KINDS,
  PLAN_LABELS,
  type PlanKind,
  gainOf,
  type Gain,
} from '~/domain/scheduling/day-plans/kinds';
import type { Figures, PlanAnswer, PlanResult } from '~/domain/scheduling/day-plans/schema';
import { inMiles } from '~/domain/geography/distance';
import { SOURCE_LABELS } from '~/domain/geography/roads/texts';
import { changedParams } from '~/forms/view-params';
import { Card } from '~/ui/card';
import { Time } from '~/ui/time';
import * as css from './plan.css';
import { hours } from './time-bar';

type Props = { result: PlanResult; kind: PlanKind; isStopped: boolean; isApplied: boolean };

export function AnswerCards({ result, kind, isStopped, isApplied }: Props) {
  const { answers, before, madeAt, roads } = result;
  const { search } = useLocation();
  const missing = PLAN_KINDS.filter((each) => !answers.some((answer) => answer.kind === each));
  const chosen = answers.find((answer) => answer.kind === kind);
  return (
    <Card
      id="answers"
      title="Answers"
      actions={
        <span className={css.note}>
          <Time iso={madeAt} /> · {SOURCE_LABELS[roads]}
          {isStopped && ' · ended early'}
        </span>
      }
    >
      <p className={css.before}>
        Now: {inMiles(before.metres)}, {hours(before.minutes)}, {late(before.lateStops)}
        {before.routes.some(({ finishAt }) => finishAt !== null) && (
          <>
            , last done <LastDone figures={before} />
          </>
        )}
        . What nobody has yet is not counted.
      </p>
      <ul className={css.answers}>
        {answers.map((answer) => {
          const { label, about } = PLAN_LABELS[answer.kind];
          const isChosen = answer.kind === kind;
          return (
            <li key={answer.kind} className={css.answer} data-current={isChosen ? '' : undefined}>
              <h3 className={css.name}>
                {isApplied ? (
                  label
                ) : (
                  <Link
                    to={changedParams(search, { kind: answer.kind })}
                    preventScrollReset
                    replace
                    aria-current={isChosen ? 'true' : undefined}
                    className={css.choose}
                  >
                    {label}
                  </Link>
                )}
                {isChosen && <span className={css.chosen}>{isApplied ? 'Applied' : 'Shown below'}</span>}
              </h3>
              <p className={css.note}>{about}</p>
              <GainNote gain={gainOf(answers, answer)} />
              <dl className={css.figures}>
                <Figure name="Miles">{inMiles(answer.metres)}</Figure>
                <Figure name="Time">{hours(answer.minutes)}</Figure>
                <Figure name="Last done">
                  <LastDone figures={answer} />
                </Figure>
                <Figure name="Late stops" isBad={answer.lateStops > 0}>
                  {answer.lateStops}
                </Figure>
                <Figure name="Tasks moved">{answer.moved}</Figure>
                <Figure name="Drivers affected">{answer.affected}</Figure>
                {answer.overtime > 0 && (
                  <Figure name="Overtime" isBad>
                    {hours(answer.overtime)}
                  </Figure>
                )}
                {answer.left.length > 0 && (
                  <Figure name="Left out" isBad>
                    {answer.left.length}
                  </Figure>
                )}
              </dl>
            </li>
          );
        })}
      </ul>
      {missing.length > 0 && (
        <p>{missing.map((each) => PLAN_LABELS[each].label).join(', ')}: no answer that keeps all rules.</p>
      )}
      <LeftTasks left={[...result.left, ...(chosen?.left ?? [])]} />
    </Card>
  );
}

/** Splits the saved time into the part by order and the part by moving tasks. */
function GainNote({ gain }: { gain: Gain | null }) {
  if (!gain) return null;
  const { total, byOrder, byMoving } = gain;
  return (
    <p className={css.note}>
      {hours(total)} less than {PLAN_LABELS.insert.label}: {hours(byOrder)} by the order, {hours(byMoving)} by
      moving tasks
    </p>
  );
}

type FigureProps = { name: string; isBad?: boolean; children: ReactNode };

const Figure = ({ name, isBad, children }: FigureProps) => (
  <div>
    <dt className={css.note}>{name}</dt>
    <dd className={isBad ? css.badFigure : css.figure}>{children}</dd>
  </div>
);

function LastDone({ figures }: { figures: Figures | PlanAnswer }) {
  const last = figures.routes
    .flatMap(({ finishAt }) => finishAt ?? [])
    .sort()
    .at(-1);
  return last === undefined ? '–' : <Time iso={last} inWeek />;
}

const late = (stops: number) =>
  stops === 0 ? 'nothing late' : stops === 1 ? '1 stop late' : `${String(stops)} stops late`;

const MOST_SHOWN = 3;

/** Lists tasks that stay in their lists, with the reasons. */
function LeftTasks({ left }: { left: PlanResult['left'] }) {
  if (left.length === 0) return null;
  return (
    <details open={left.length <= MOST_SHOWN} className={css.left}>
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
