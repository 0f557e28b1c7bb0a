/** One answer by driver: the changes, before and after, and a checkbox to accept each list. */
import { Form, Link, useNavigation, useLocation } from '@remix-run/react';
import { PLAN_LABELS } from '~/domain/scheduling/day-plans/kinds';
import type { PlanAnswer, PlannedRoute, PlanResult } from '~/domain/scheduling/day-plans/schema';
import type { DriverMark } from '~/domain/network/users/driver-marks';
import { DriverBadge } from '~/components/board/driver-badge';
import { changedParams } from '~/forms/view-params';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Checkbox } from '~/ui/field';
import { Time } from '~/ui/time';
import { Hours, hours, LOOKS, TimeBar, type Span } from './time-bar';
import * as css from './plan.css';

type Props = {
  result: PlanResult;
  answer: PlanAnswer;
  marks: ReadonlyMap<number, DriverMark>;
  formKey: string;
  isApplied: boolean;
};

export function ChosenAnswer({ result, answer, marks, formKey, isApplied }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'apply';
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
  return (
    <Form method="post" preventScrollReset className={css.accept}>
      <input type="hidden" name="_key" value={formKey} />
      <input type="hidden" name="kind" value={answer.kind} />
      <Card
        id="drivers"
        title={`${label}: ${changes === 1 ? '1 list changes' : `${String(changes)} lists change`}`}
        actions={
          changes > 0 &&
          !isApplied && (
            <Button name="intent" value="apply" variant="primary" pending={pending && 'Applying...'}>
              Apply
            </Button>
          )
        }
        flush
      >
        <Legend canChoose={changes > 0 && !isApplied} others={others} />
        <div className={css.axis}>
          <Hours span={span} />
        </div>
        {inOrder.map((after) => {
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
        })}
      </Card>
    </Form>
  );
}

/** Explains the segments of the bars. */
function Legend({ canChoose, others }: { canChoose: boolean; others: number }) {
  return (
    <div className={css.legend}>
      {canChoose && <p>Apply changes the lists of the drivers that are checked.</p>}
      {others > 0 && (
        <p>
          {others === 1 ? 'One list is' : `${String(others)} lists are`} of{' '}
          {others === 1 ? 'a driver' : 'drivers'} who only {others === 1 ? 'gives' : 'give'} tasks away.
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
  const words = [
    came.length > 0 && `${String(came.length)} new`,
    gone.length > 0 && `${String(gone.length)} removed`,
    after.changed && came.length + gone.length === 0 && 'another order',
    !after.changed && 'as it is',
    after.overtime > 0 && `${hours(after.overtime)} overtime`,
  ];
  const late = after.stops.filter((stop) => stop.late > 0);
  const { search } = useLocation();
  const isOnMap = new URLSearchParams(search).get('driver') === String(after.driverId);
  return (
    <div className={css.driver}>
      <div>
        {mark && (
          <div className={css.badge}>
            <DriverBadge {...mark} />
          </div>
        )}
        {after.changed && canChoose ? (
          <Checkbox name="driverIds" value={after.driverId} defaultChecked label={<strong>{name}</strong>} />
        ) : (
          <strong className={css.unchanged}>{name}</strong>
        )}
        <div className={css.words}>
          {words.filter(Boolean).join(', ')}
          {after.stops.length > 0 && (
            <>
              {' · '}
              <Link
                to={changedParams(search, { driver: isOnMap ? null : after.driverId })}
                preventScrollReset
                replace
                className={css.onMap}
                aria-label={isOnMap ? 'All drivers on the map' : `${name} on the map`}
              >
                {isOnMap ? 'all on map' : 'on map'}
              </Link>
            </>
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
            {late.map((stop) => `${stop.location} ${hours(stop.late)} late`).join(', ')}
          </div>
        )}
        <Places label="New" places={came} />
        <Places label="Removed" places={gone} />
      </div>
    </div>
  );
}

const MOST_NAMED = 6;

/** Names each place once. With many places, the rest is in a fold. */
function Places({ label, places }: { label: string; places: string[] }) {
  if (places.length === 0) return null;
  const counts = new Map<string, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  const named = [...counts].map(([place, count]) => (count > 1 ? `${place} (${String(count)})` : place));
  const [first, others] = [named.slice(0, MOST_NAMED), named.slice(MOST_NAMED)];
  const text = `${label}: ${first.join(', ')}`;
  if (others.length === 0) return <div className={css.note}>{text}</div>;
  return (
    <details className={css.note}>
      <summary className={css.summary}>
        {text} and {others.length} more
      </summary>
      {others.join(', ')}
    </details>
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
