/** One answer by driver: the changes, before and after, and a checkbox to accept each list. */
import { Form, Link, useLocation } from '@remix-run/react';
import { durationLabel } from '~/domain/kernel/time';
import { PLAN_LABELS } from '~/modules/day-plans/kinds';
import type { PlanAnswer, PlannedRoute, PlanResult } from '~/modules/day-plans/schema';
import type { DriverMark } from '~/domain/network/users/driver-marks';
import { DriverBadge } from '~/components/board/driver-badge';
import { changedParams } from '~/forms/view-params';
import { Card } from '~/ui/card';
import { Checkbox } from '~/ui/field';
import { Time } from '~/ui/time';
import { Hours, LOOKS, TimeBar, type Span } from './time-bar';
import * as css from './plan.css';

type Props = {
  result: PlanResult;
  answer: PlanAnswer;
  marks: ReadonlyMap<number, DriverMark>;
  formKey: string;
  isApplied: boolean;
};

/** The form that Apply belongs to, which is beside the page's title. */
export const ACCEPT = 'accept';

/** So many lists that stay as they are do not hide the others. */
const FEW = 3;

export function ChosenAnswer({ result, answer, marks, formKey, isApplied }: Props) {
  const { label } = PLAN_LABELS[answer.kind];
  const names = new Map(result.drivers.map(({ driverId, name }) => [driverId, name]));
  const nameOf = ({ driverId }: PlannedRoute) => names.get(driverId) ?? '';
  const inOrder = [...answer.routes].sort(
    (one, other) => Number(other.changed) - Number(one.changed) || nameOf(one).localeCompare(nameOf(other)),
  );
  const changes = answer.affected;
  const others = changes - answer.routes.filter(({ changed }) => changed).length;
  const routes = [...result.before.routes, ...answer.routes];
  const span = spanOf(routes, Date.parse(result.madeAt));
  const locations = new Map(
    routes.flatMap(({ stops }) =>
      stops.flatMap(({ taskIds, location }) => taskIds.map((id) => [id, location] as const)),
    ),
  );
  const places = (moves: PlanAnswer['moves']) => moves.map(({ taskId }) => locations.get(taskId) ?? '');
  const staying = inOrder.filter(({ changed }) => !changed);
  const rowOf = (after: PlannedRoute) => {
    const { driverId } = after;
    const before = result.before.routes.find((route) => route.driverId === driverId);
    const { until = null } = result.drivers.find((driver) => driver.driverId === driverId) ?? {};
    const taken = answer.moves.filter(({ to }) => to === driverId);
    return (
      <DriverRow
        key={driverId}
        name={nameOf(after)}
        mark={marks.get(driverId)}
        before={before}
        after={after}
        span={span}
        until={until}
        canChoose={!isApplied}
        taken={new Set(taken.map(({ taskId }) => taskId))}
        came={places(taken)}
        gone={places(answer.moves.filter(({ from }) => from === driverId))}
      />
    );
  };
  return (
    <Form id={ACCEPT} method="post" preventScrollReset className={css.accept}>
      <input type="hidden" name="_key" value={formKey} />
      <input type="hidden" name="kind" value={answer.kind} />
      <Card
        id="drivers"
        title={`${label}: ${changes === 1 ? '1 list changes' : `${String(changes)} lists change`}`}
        actions={
          changes > 0 &&
          !isApplied && <span className={css.note}>Apply changes the lists that are checked.</span>
        }
        flush
      >
        <div className={css.axis}>
          <Hours span={span} />
        </div>
        {inOrder.filter(({ changed }) => changed).map(rowOf)}
        {staying.length > 0 && (
          <details open={staying.length <= FEW || staying.length === inOrder.length}>
            <summary className={css.staying}>
              {staying.length === 1
                ? '1 list stays as it is'
                : `${String(staying.length)} lists stay as they are`}
            </summary>
            {staying.map(rowOf)}
          </details>
        )}
        <Legend others={others} />
      </Card>
    </Form>
  );
}

/** Explains the segments of the bars. */
function Legend({ others }: { others: number }) {
  return (
    <div className={css.legend}>
      {others > 0 && (
        <p>
          {others === 1
            ? 'One more list only loses tasks, and is not shown.'
            : `${String(others)} more lists only lose tasks, and are not shown.`}
        </p>
      )}
      <ul className={css.looks} aria-label="Segments of the bars">
        {(Object.keys(LOOKS) as (keyof typeof LOOKS)[]).map((look) => (
          <li key={look} className={css.look}>
            <svg className={css.sample} aria-hidden="true">
              <rect width="100%" height="100%" rx="2" className={css.segment[look]} />
            </svg>
            {LOOKS[look]}
          </li>
        ))}
      </ul>
    </div>
  );
}

type RowProps = {
  name: string;
  mark: DriverMark | undefined;
  before: PlannedRoute | undefined;
  after: PlannedRoute;
  span: Span;
  until: string | null;
  taken: ReadonlySet<number>;
  /** The places of tasks that are added to and removed from the list. */
  came: string[];
  gone: string[];
  canChoose: boolean;
};

const NONE: ReadonlySet<number> = new Set();

function DriverRow({ name, mark, before, after, span, until, taken, came, gone, canChoose }: RowProps) {
  const moves = [
    came.length > 0 && `${String(came.length)} new`,
    gone.length > 0 && `${String(gone.length)} removed`,
  ].filter(Boolean);
  const words = [
    after.changed && moves.length === 0 && 'another order',
    after.overtime > 0 && `${durationLabel(after.overtime)} overtime`,
  ].filter(Boolean);
  const late = after.stops.filter((stop) => stop.late > 0);
  const { search } = useLocation();
  const isOnMap = new URLSearchParams(search).get('driver') === String(after.driverId);
  return (
    <div className={css.driver}>
      <div>
        <div className={css.who}>
          {mark && <DriverBadge {...mark} />}
          {after.changed && canChoose ? (
            <Checkbox
              name="driverIds"
              value={after.driverId}
              defaultChecked
              label={<strong>{name}</strong>}
            />
          ) : (
            <strong>{name}</strong>
          )}
        </div>
        <div className={css.sub}>
          <div>
            {moves.length > 0 && (
              <details>
                <summary className={css.summary}>{moves.join(', ')}</summary>
                <Places label="New" places={came} />
                <Places label="Removed" places={gone} />
              </details>
            )}
            {words.join(', ')}
          </div>
          {after.stops.length > 0 && (
            <Link
              to={changedParams(search, { driver: isOnMap ? null : after.driverId })}
              preventScrollReset
              replace
              className={css.onMap}
              aria-label={isOnMap ? 'All drivers on the map' : `${name} on the map`}
            >
              {isOnMap ? 'all on map' : 'on map'}
            </Link>
          )}
        </div>
      </div>
      <div className={css.bars}>
        {after.changed && (
          <Bar label="Now" name={name} span={span} until={until} route={before} came={NONE} />
        )}
        <Bar
          label={after.changed ? 'Plan' : 'Now'}
          name={name}
          span={span}
          until={until}
          route={after}
          came={taken}
        />
        {after.break && (
          <div className={css.note}>
            {LOOKS.break} <Time iso={after.break.at} />–<Time iso={after.break.until} />
          </div>
        )}
        {late.length > 0 && (
          <div className={css.late}>
            {late.map((stop) => `${stop.location} ${durationLabel(stop.late)} late`).join(', ')}
          </div>
        )}
      </div>
    </div>
  );
}

/** Names each place once. */
function Places({ label, places }: { label: string; places: string[] }) {
  if (places.length === 0) return null;
  const counts = new Map<string, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  const named = [...counts].map(([place, count]) => (count > 1 ? `${place} (${String(count)})` : place));
  return (
    <div>
      {label}: {named.join(', ')}
    </div>
  );
}

type BarProps = {
  label: string;
  name: string;
  route: PlannedRoute | undefined;
  span: Span;
  until: string | null;
  came: ReadonlySet<number>;
};

function Bar({ label, name, route, ...rest }: BarProps) {
  return (
    <div className={css.bar}>
      <span className={css.note}>{label}</span>
      <TimeBar label={`${name}, ${label.toLowerCase()}`} route={route} {...rest} />
      <span className={css.finish}>
        {route?.finishAt ? <Time iso={route.finishAt} inWeek /> : 'no stops'}
      </span>
    </div>
  );
}

/** The time from the first beginning to the last end, including the rest of a break under way. */
function spanOf(routes: PlannedRoute[], now: number): Span {
  const moments = routes.flatMap(({ finishAt, beginAt, break: rest }) =>
    finishAt === null
      ? []
      : [Date.parse(beginAt), Date.parse(finishAt), ...(rest ? [Math.max(now, Date.parse(rest.at))] : [])],
  );
  const from = Math.min(...moments);
  return moments.length === 0 ? { from: 0, until: 1 } : { from, until: Math.max(from + 1, ...moments) };
}
